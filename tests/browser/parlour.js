// The program under test with a temporary data folder, and its users with browsers.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { describe, test as run } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { fixDice } from './dice.js';

const here = path.dirname(fileURLToPath(import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? path.join(here, '../../target');
const program = process.env.PARLOUR ?? path.join(target, 'debug/parlour');
const shots = path.join(here, 'shots');

const NAMES = ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fred'];
export const PASSWORD = 'seven brass lamps over felt';
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
/** Screen sizes of screenshots, in CSS pixels. */
const SIZES = [[360, 740], [768, 1024], [1440, 900]];
export const DESK = { viewport: { width: 1280, height: 900 } };
/** For tests about motion in a file that wants none. */
export const MOTION = { reducedMotion: 'no-preference' };
export const DARK = { ...DESK, colorScheme: 'dark' };
/** A player without a page, who plays by HTTP. */
export const HTTP = { paged: false };
/** The time control of the form for a new match, as its fields. */
export const THREE_DAYS = { time: 'days', 'time.days': 3, 'time.holidays': 'on' };

/** Milliseconds a shutdown may take. Five seconds are promised, but not on a busy machine. */
const STOP_TIMEOUT = 30_000;

const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

// The headless shell renders the same pages in half the time but shows no notifications.
let executable = '/usr/bin/chromium-headless-shell';
// One browser for all tests of a file, with a context per user. It is closed a moment after the last
// test.
let browser;
let closing;

/** Runs the tests of a file in a browser that can show notifications. */
export function wantNotifications() {
  executable = '/usr/bin/chromium';
}

/** The media of pages that do not ask for others. */
let media = {};

/** Runs the tests of a file with reduced motion. Those about motion ask for it with `MOTION`. */
export function wantNoMotion() {
  media = { reducedMotion: 'reduce' };
}

// The system gives ports from 32768 to programs that ask for any. Those below are divided among the files of tests.
let lastPort = 11_000 + 40 * (process.pid % 500);

// How many sites use the browser.
let users = 0;

async function sharedBrowser() {
  users++;
  clearTimeout(closing);
  const known = browser;
  const isUsable = (await known)?.isConnected();
  // Another test may have started it anew meanwhile.
  if (!isUsable && browser === known) browser = undefined;
  browser ??= chromium.launch({ executablePath: executable, args: FLAGS });
  return browser;
}

function closeBrowserLater() {
  users--;
  if (users > 0) return;
  const left = browser;
  closing = setTimeout(async () => {
    browser = undefined;
    await (await left).close();
  }, 500);
}

/**
 * A test. If `FLAKY_TESTS` names a file, a test that fails gets a second try; one that passes only then is a defect, and its name
 * is added to the file. Each failure keeps a screenshot of all pages in `shots` and says which processes had ended.
 */
export function test(name, body) {
  const flaky = process.env.FLAKY_TESTS;
  run(name, async (t) => {
    try {
      await attempt(t, name, body);
    } catch (error) {
      if (!flaky) throw error;
      t.diagnostic(`failed at the first try: ${error.stack}`);
      await attempt(t, name, body);
      await appendFile(flaky, `${name}\n`);
    }
  });
}

/** Tests that mostly wait, some at a time. */
export function sideBySide(most, tests) {
  describe(`${most} at a time`, { concurrency: most }, tests);
}

/** Runs a test once, with all that has to be done after it. */
async function attempt(t, name, body) {
  const [sites, hooks] = [[], []];
  try {
    await body({ sites, after: (hook) => hooks.push(hook), diagnostic: (words) => t.diagnostic(words) });
  } catch (error) {
    for (const site of sites) error.message += `\n${await site.inspectFailure(name)}`;
    throw error;
  } finally {
    for (const hook of hooks) await hook();
  }
}

/**
 * Starts the program with additional settings at an address of `host`. The site and its browsers are closed after the
 * test.
 */
export async function openSite(test, settings = {}, host = '127.0.0.1') {
  assert.ok(existsSync(program), `${program} is not there: cargo build makes it`);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parlour-'));
  const port = await freePort();
  const url = `http://${host}:${port}`;
  const site = new TestSite(url, port, await sharedBrowser(), folder, settings);
  test.sites?.push(site);
  test.after(async () => {
    await Promise.all(site.people.map((person) => person.context.close()));
    await site.stop();
    await rm(folder, { recursive: true, force: true });
    closeBrowserLater();
  });
  await site.start();
  return site;
}

class TestSite {
  constructor(url, port, browser, folder, settings) {
    Object.assign(this, { url, port, browser, folder, settings, people: [] });
  }

  /** Starts the program, also again after `stop`. */
  async start() {
    this.server = spawn(program, ['serve'], {
      cwd: this.folder,
      env: {
        PATH: process.env.PATH,
        BIND: `127.0.0.1:${this.port}`,
        PUBLIC_URL: this.url,
        DATABASE_URL: `sqlite://${path.join(this.folder, 'parlour.db')}`,
        RATE_LIMITS: 'off',
        RUST_LOG: 'error',
        ...this.settings,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    await waitUntilReady(`${this.url}/readyz`, this.server);
  }

  /** Stops the program with SIGTERM and waits for its end. */
  async stop() {
    const ended = this.server.exitCode === null ? once(this.server, 'exit', { signal: AbortSignal.timeout(STOP_TIMEOUT) }) : undefined;
    this.server.kill('SIGTERM');
    await ended;
  }

  /** A visitor with a browser context, and a page unless `paged` is false. `through` is another URL of the site. */
  async visitor(name, { through = this.url, paged = true, ...contextOptions } = {}) {
    const context = await this.browser.newContext({ baseURL: through, ...DESK, ...media, ...contextOptions });
    const person = new TestUser(name, this, context, paged ? await context.newPage() : undefined);
    person.touch = contextOptions.hasTouch === true;
    person.scripts = contextOptions.javaScriptEnabled !== false;
    this.people.push(person);
    return person;
  }

  /** A new user who is signed in, on an empty page. Moves need no confirmation unless `confirms` is set. */
  async member(name, { confirms = false, ...contextOptions } = {}) {
    const person = await this.visitor(name, contextOptions);
    // An account takes over the language and the time zone of a browser that has its own.
    const byForm = 'locale' in contextOptions || 'timezoneId' in contextOptions;
    await (byForm ? person.registerByForm() : person.register());
    if (!confirms) await person.setConfirmation('never');
    return person;
  }

  /** The same on the front page. */
  async player(name, contextOptions) {
    const person = await this.member(name, contextOptions);
    await person.page.goto('/');
    return person;
  }

  /**
   * Starts a match with one player per element of `contextOptions`, by HTTP, and opens it for all of them. The first creates it
   * with these form fields. Its rolls follow from `dice`, see `fixDice`.
   */
  async startMatch(game, contextOptions = [DESK, DESK], { dice, ...fields } = THREE_DAYS) {
    const players = await Promise.all(contextOptions.map((each, number) => this.member(NAMES[number], each)));
    const [host, ...guests] = players;
    const created = await host.postMatch({ game, ...fields });
    const matchPath = dice ? await fixDice(this, created, dice) : created;
    for (const guest of guests) await guest.postJoin(matchPath);
    const { seq } = await this.record(matchPath);
    await Promise.all(players.map((player) => player.openMatch(matchPath, seq)));
    return { site: this, matchPath, players, ada: host, ben: guests[0] };
  }

  /** The record of a match once it has an event after number `after`. */
  async record(matchPath, after = 0) {
    for (;;) {
      const answer = await fetch(`${this.url}${matchPath}/record.json`);
      assert.equal(answer.status, 200, 'the record');
      const record = await answer.json();
      if (record.seq > after) return record;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  /** Runs the program with a text as standard input and returns its output. */
  async runCommand(args, text) {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.end(text);
    const [said, [status]] = await Promise.all([child.stdout.toArray(), once(child, 'exit')]);
    assert.equal(status, 0, `parlour ${args.join(' ')}`);
    return said.join('');
  }

  /** Takes a screenshot of each page of a test that failed. Returns which of the processes run. */
  async inspectFailure(name) {
    const file = (person) => path.join(shots, `failed ${name.replaceAll('/', ' ').slice(0, 120)} ${person.name}.png`);
    await mkdir(shots, { recursive: true });
    for (const person of this.people) await person.page?.screenshot({ path: file(person), timeout: 5000 }).catch(() => {});
    const { exitCode, signalCode } = this.server;
    return `The program ${exitCode === null && !signalCode ? 'runs' : `has ended: ${signalCode ?? exitCode}`}, `
      + `the browser ${this.browser.isConnected() ? 'runs' : 'has ended'}.`;
  }

  /** Fails if a browser has logged unexpected errors. */
  assertNoErrors() {
    for (const person of this.people) {
      assert.deepEqual(person.errors, [], `${person.name}’s browser has logged errors`);
    }
  }
}

class TestUser {
  constructor(name, site, context, page) {
    Object.assign(this, { name, site, context, page, errors: [], expected: [], touch: false, scripts: true });
    if (!page) return;
    page.setDefaultTimeout(60_000);
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.addError(message.text());
    });
    page.on('pageerror', (error) => this.addError(String(error)));
    page.on('response', (response) => this.inspect(response));
  }

  addError(text) {
    if (!this.expected.some((pattern) => pattern.test(text))) this.errors.push(text);
  }

  /** Ignores errors that match a pattern. */
  expectError(pattern) {
    this.expected.push(pattern);
  }

  /** Checks every page and fragment for inline styles and scripts, which the policy forbids. */
  async inspect(response) {
    const type = response.headers()['content-type'] ?? '';
    if (!type.startsWith('text/html') || response.status() >= 300 && response.status() < 400) return;
    const text = await response.text().catch(() => '');
    const inline = text.match(/<[^>]*\s(style|on[a-z]+|hx-on[:a-z-]*)\s*=|<style\b|<script(?![^>]*\bsrc=)/i);
    if (inline) this.addError(`${response.url()} has something inline: ${inline[0].slice(0, 200)}`);
  }

  async register() {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const form = { username: this.name, password: PASSWORD, zone };
    const answer = await this.context.request.post('/register', { form, maxRedirects: 0 });
    assert.equal(answer.status(), 303, 'registration');
  }

  async registerByForm() {
    await this.page.goto('/register');
    await this.page.getByLabel('Name').first().fill(this.name);
    await this.page.getByLabel('Password').first().fill(PASSWORD);
    await this.press('Create account');
    await this.page.waitForURL((url) => url.pathname === '/');
  }

  /** Presses the button or follows the link with this name. */
  async press(name, options = {}) {
    const main = this.page.getByRole('main');
    const button = main.getByRole('button', { name, ...options });
    const link = main.getByRole('link', { name, ...options });
    await button.or(link).first().click();
  }

  /** Opens the menu of the actions of a match. */
  async openMenu() {
    await this.activate(this.page.locator('.more > summary'));
  }

  /** Shows a section beside the board. On phones it is behind a tab. */
  async openSection(name) {
    const tab = this.page.locator('#section-tabs button', { hasText: name });
    if (await tab.isVisible()) await this.activate(tab);
  }

  /**
   * Creates a match in which the creator moves first and stays on its page: by HTTP with form fields, or with the form, choosing
   * options by their labels. Returns its path.
   */
  async createMatch(game, ...choices) {
    const [fields = THREE_DAYS] = choices;
    if (typeof fields === 'object') {
      const matchPath = await this.postMatch({ game, ...fields });
      await this.page.goto(matchPath);
      return matchPath;
    }
    await this.page.goto(`/matches/new?game=${game}`);
    await this.page.locator('main details').evaluateAll((folds) => folds.forEach((fold) => { fold.open = true; }));
    await this.page.locator('[name=first][value=creator], [name=order][value=seated]').evaluateAll((choices) => choices.forEach((choice) => { choice.checked = true; }));
    for (const choice of choices) await this.page.getByText(choice, { exact: true }).first().click();
    await this.press('Create match');
    await this.page.waitForURL(/\/matches\/\w{12}$/);
    return new URL(this.page.url()).pathname;
  }

  /** Creates a match by HTTP with these form fields, in which the creator moves first, and returns its path. */
  async postMatch(fields) {
    const form = { seats: 2, visibility: 'public', first: 'creator', ...fields };
    const answer = await this.context.request.post('/matches', { form, maxRedirects: 0 });
    assert.equal(answer.status(), 303);
    return answer.headers().location;
  }

  /** Joins a match by HTTP. */
  async postJoin(matchPath) {
    const answer = await this.context.request.post(`${matchPath}/seats`, { maxRedirects: 0 });
    assert.equal(answer.status(), 303);
  }

  /** Opens a match whose events up to `seq` are seen, so that the page does not replay them. Does nothing without a page. */
  async openMatch(matchPath, seq) {
    await this.context.request.post(`${matchPath}/seen`, { form: { seq } });
    await this.page?.goto(matchPath);
    if (this.page && this.scripts) await this.waitForEvent(seq);
  }

  /** Sets when moves are confirmed before they are played: `default`, `always` or `never`. */
  async setConfirmation(before) {
    const answer = await this.context.request.post('/settings/play', { form: { after: 'stay', before }, maxRedirects: 0 });
    assert.equal(answer.status(), 303);
  }

  /** Joins a match by HTTP and opens it. */
  async join(matchPath) {
    await this.postJoin(matchPath);
    await this.page.goto(matchPath);
  }

  /** Stops the clock of the page, which then advances only by the test, at a time that a slow machine has not passed either. */
  async pauseClock() {
    await this.page.clock.pauseAt(await this.page.evaluate(() => Date.now() + 5000));
  }

  /** Waits until the page shows the match at this sequence number, or a later one. */
  async waitForEvent(seq) {
    const press = this.page.locator('#press');
    const deadline = Date.now() + 60_000;
    for (;;) {
      const shown = Number(await press.getAttribute('data-seq'));
      if (shown >= seq) return;
      assert.ok(Date.now() < deadline, `${this.name} sees the match at ${shown}, not at ${seq}`);
      await this.page.waitForTimeout(20);
    }
  }

  /** Waits for the end of all transitions on the board, and until the pieces that moved are in their order again. */
  async waitForAnimations() {
    await this.page.waitForFunction(() => {
      const numbers = [...document.querySelectorAll('#board #pieces > .piece[id^="p"]')].map((piece) => Number(piece.id.slice(1)));
      return document.querySelector('#board').getAnimations({ subtree: true }).every((animation) => !(animation instanceof CSSTransition))
        && numbers.every((number, index) => index === 0 || numbers[index - 1] < number);
    });
  }

  /** Waits until the first heading contains these words. */
  async waitForHeadline(words, timeout = 60_000) {
    await this.page.getByRole('heading', { level: 1, name: words }).waitFor({ timeout });
  }

  /** Plays a ply on the board: chooses the marble, if one moves, then presses its target. */
  async play(ply) {
    const [from, to] = ply.split('-');
    if (to) await this.activate(this.page.getByRole('link', { name: `${from}, your marble`, exact: true }));
    const name = to ? `move ${from} to ${to}` : `mark ${from}`;
    await this.activate(this.page.getByRole('button', { name, exact: true }));
  }

  /** Presses the button for a ply, on the board or beside it. */
  async pressPly(ply) {
    await this.activate(this.page.locator(`button[name="notation"][value="${ply}"]`).first());
  }

  /** Taps on a phone, clicks otherwise. */
  async activate(target) {
    await (this.touch ? target.tap() : target.click());
  }

  /** The place of every piece on the board, which is its second class. */
  async pieces() {
    return this.page.evaluate(() => Object.fromEntries(
      [...document.querySelectorAll('#board .piece')].map((piece) => [piece.id, piece.classList[1]]).sort(),
    ));
  }

  /** Starts recording the places of pieces as they change. */
  async recordPieces() {
    await this.page.evaluate(() => {
      const places = () => new Map([...document.querySelectorAll('#board .piece')].map((p) => [p.id, p.classList[1]]));
      let before = places();
      window.way = [];
      new MutationObserver(() => {
        const now = places();
        for (const [id, place] of now) if (before.get(id) !== place) window.way.push(`${id} ${place}`);
        before = now;
      }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] });
    });
  }

  /** The recorded changes, as piece and place. */
  async pieceMoves() {
    return this.page.evaluate(() => window.way);
  }

  /** The plies offered on the page as served, with their labels, its sequence number, and the queries that choose a marble first. */
  async offeredPlies(matchPath) {
    const page = await (await this.context.request.get(matchPath)).text();
    const [, seq] = page.match(/name="seq" value="(\d+)"/) ?? [];
    const buttons = page.matchAll(/<button[^>]* name="notation" value="([^"]+)"(?: aria-label="([^"]+)")?/g);
    const marbles = Array.from(page.matchAll(/href="[^"?]*(\?from=\w+)"/g), ([, query]) => query);
    return { seq, marbles, plies: Array.from(buttons, ([, notation, label = notation]) => ({ notation, label })) };
  }

  /** Plays a ply by HTTP, like the form without scripts. */
  async postPly(matchPath, seq, notation) {
    const answer = await this.context.request.post(`${matchPath}/plies`, { form: { seq, notation }, maxRedirects: 0 });
    assert.equal(answer.status(), 303, notation);
  }

  /** The state of the page, to be compared with the page as served. */
  async snapshot() {
    return this.page.evaluate(() => {
      const drawn = [...document.querySelectorAll('#board svg :is(.piece, .die, #last, #lit)')];
      const look = (element) => [...element.attributes]
        .filter(({ name }) => ['id', 'class', 'd', 'href'].includes(name))
        .map(({ name, value }) => `${name}=${name === 'class' ? value.split(' ').filter((one) => one !== 'new').join(' ') : value}`);
      return {
        drawn: drawn.map((element) => look(element).sort().join(' ')),
        pressed: [...document.querySelectorAll('#press > :not(input)')].map((element) => element.outerHTML.replace(/ data-htmx-powered="true"| tabindex="-?\d"/g, '')),
        said: ['#headline', '#reason', '#steps .at'].map((part) => document.querySelector(part)?.textContent.trim()),
        sections: [...document.querySelectorAll('main :is(section, nav, details) > :is(h1, h2, summary)')]
          .filter((title) => title.checkVisibility()).map((title) => title.textContent.trim()),
        // Clocks and presence change between two snapshots.
        seats: [...document.querySelectorAll('#seats li')].map((seat) => {
          const still = seat.cloneNode(true);
          for (const part of still.querySelectorAll('.seat-clock, .presence')) part.textContent = part.classList[0];
          return `${seat.className} ${still.textContent.replace(/\s+/g, ' ')}`;
        }),
      };
    });
  }

  /** The places the page shows, by seat. */
  async placesBySeat() {
    const places = await this.page.locator('#seats .place').evaluateAll((shown) => shown.map((place) => [Number(place.closest('[id]').id.slice(1)), place.innerText]));
    return places.sort(([one], [other]) => one - other).map(([, place]) => place);
  }

  /** Fails if the page differs from the page as served now. */
  async assertMatchesServer() {
    // New ratings come when the last move has been shown.
    await this.page.waitForFunction(() => [...document.querySelectorAll('.gain')].every((gain) => gain.textContent));
    await this.waitForAnimations();
    const shown = await this.snapshot();
    const seen = (await this.page.locator('#seats .you').count()) && (await this.page.locator('#live').getAttribute('data-seen'));
    const seq = await this.page.locator('#press').getAttribute('data-seq');
    // Marks all as seen, or the page would replay the last moves.
    if (seen) await this.context.request.post(seen, { form: { seq } });
    await this.page.reload();
    assert.deepEqual(shown, await this.snapshot(), `what ${this.name} sees`);
  }

  /** Takes a screenshot if PICTURES is set, as full pages take long. */
  async screenshot(name, options = {}) {
    if (!process.env.PICTURES) return;
    await mkdir(shots, { recursive: true });
    await this.page.screenshot({ path: path.join(shots, `${name}.png`), ...options });
  }

  /** Takes screenshots for a phone, a tablet and a desktop in both themes. */
  async screenshots(name, options = {}) {
    if (!process.env.PICTURES) return;
    const before = this.page.viewportSize();
    for (const [width, height] of SIZES) {
      await this.page.setViewportSize({ width, height });
      for (const colorScheme of ['light', 'dark']) {
        await this.page.emulateMedia({ colorScheme });
        await this.screenshot(`${name}-${width}-${colorScheme}`, options);
      }
    }
    await this.page.setViewportSize(before);
  }
}

/**
 * Opens a proxy to the site that can close its connections, reset them, or stall them, which leaves them open but passes
 * nothing on. `mend` ends this.
 */
export async function openProxy(test, site) {
  const sockets = new Set();
  const pairs = new Set();
  let [cut, stalled] = [false, false];
  const join = (pair) => {
    const [near, far] = pair;
    // A connection carries a stream if the last request on it was for one.
    pair.peek ??= (chunk) => { if (/^(GET|POST) /.test(chunk)) pair.streams = chunk.includes('/events?'); };
    near.on('data', pair.peek).pipe(far).pipe(near);
  };
  const proxy = net.createServer((near) => {
    if (cut) return near.destroy();
    const far = net.connect(site.port, '127.0.0.1');
    const pair = [near, far];
    pairs.add(pair);
    if (!stalled) join(pair);
    near.on('close', () => pairs.delete(pair));
    for (const socket of pair) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  test.after(() => proxy.close());
  return {
    url: `http://127.0.0.1:${proxy.address().port}`,
    cut() {
      cut = true;
      for (const socket of sockets) socket.destroy();
    },
    reset() {
      cut = true;
      for (const socket of sockets) socket.resetAndDestroy();
    },
    stall() {
      stalled = true;
      for (const pair of pairs) {
        const [near, far] = pair;
        if (pair.peek) near.off('data', pair.peek);
        near.unpipe(far);
        far.unpipe(near);
      }
    },
    /** Stalls connections that carry a stream; others continue, and new ones can be opened. */
    stallStreams() {
      for (const { 0: near, 1: far, streams } of pairs) if (streams) far.unpipe(near);
    },
    mend() {
      cut = false;
      if (stalled) for (const pair of pairs) join(pair);
      stalled = false;
    },
  };
}

/** A free port, which other processes are not given meanwhile. */
export async function freePort() {
  lastPort += 1;
  const port = lastPort;
  // A page of a stopped site may connect to this port and would keep the server open.
  const server = net.createServer((found) => found.destroy()).listen(port, '127.0.0.1');
  const taken = await once(server, 'listening').then(() => false, () => true);
  if (taken) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}

async function waitUntilReady(url, server) {
  for (let tries = 0; tries < 300; tries++) {
    assert.equal(server.exitCode, null, 'the program has stopped');
    const ready = await fetch(url).then((response) => response.ok, () => false);
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`${url} does not answer`);
}
