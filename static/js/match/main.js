// A page that shows a match as it stands.
import "./ahead.js";
import "./burst.js";
import "./clock.js";
import "./connection.js";
import { live } from "./dom.js";
import "./drag.js";
import "./ghost.js";
import "./presence.js";
import { begin } from "./recap.js";
import "./second-press.js";
import { shown } from "./seen.js";
import { start } from "./stream.js";
import { receive } from "./updates.js";

// The board as the user knew it is looked at before anything moves on it, in milliseconds.
const BEFORE_RECAP = 900;

if (live) start(() => shown.seq, receive, begin() ? BEFORE_RECAP : 0);
