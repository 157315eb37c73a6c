// The house under test: the program itself on a data folder of its own, and people with real browsers.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const here = path.dirname(fileURLToPath(import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? path.join(here, '../../target');
const program = process.env.PARLOUR ?? path.join(target, 'debug/parlour');
const shots = path.join(here, 'shots');

const NAMES = ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fred'];
export const PASSWORD = 'seven brass lamps over felt';
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
/** Widths and heights of the screens that pages are looked at on. */
const SIZES = [[360, 740], [768, 1024], [1440, 900]];
export const DESK = { viewport: { width: 1280, height: 900 } };
export const DARK = { ...DESK, colorScheme: 'dark' };

/** So many milliseconds a house may take to close: five seconds are promised, but not while much else goes on. */
const CLOSED = 30_000;

const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

// The browser without its windows, which draws the same pages in half the time but shows no notifications.
let executable = '/usr/bin/chromium-headless-shell';
// One browser for all tests of a file; each of its people has a profile of their own. When no test has followed for a
// moment, it is closed.
let browser;
let closing;

/** Has the tests of a file in a browser that can show notifications. */
export function wantNotifications() {
  executable = '/usr/bin/chromium';
}

async function theBrowser() {
  clearTimeout(closing);
  if (!(await browser)?.isConnected()) browser = undefined;
  browser ??= chromium.launch({ executablePath: executable, args: FLAGS });
  return browser;
}

function leaveBrowser() {
  const left = browser;
  closing = setTimeout(async () => {
    browser = undefined;
    await (await left).close();
  }, 500);
}

/**
 * Starts the program, told what `settings` say besides, at the address that `host` names; the house is closed, and everybody
 * leaves, when the test that asked for it has ended.
 */
export async function openHouse(test, settings = {}, host = '127.0.0.1') {
  assert.ok(existsSync(program), `${program} is not there: cargo build makes it`);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parlour-'));
  const port = await freePort();
  const url = `http://${host}:${port}`;
  const house = new House(url, port, await theBrowser(), folder, settings);
  test.after(async () => {
    await Promise.all(house.people.map((person) => person.context.close()));
    await house.close();
    await rm(folder, { recursive: true, force: true });
    leaveBrowser();
  });
  await house.open();
  return house;
}

class House {
  constructor(url, port, browser, folder, settings) {
    Object.assign(this, { url, port, browser, folder, settings, people: [] });
  }

  /** Opens the house, also once more after it was closed. */
  async open() {
    this.server = spawn(program, ['serve'], {
      cwd: this.folder,
      env: {
        PATH: process.env.PATH,
        BIND: `127.0.0.1:${this.port}`,
        PUBLIC_URL: this.url,
        DATABASE_URL: `sqlite://${path.join(this.folder, 'parlour.db')}`,
        RATE_LIMITS: 'off',
        RUST_LOG: 'warn',
        ...this.settings,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    await answers(`${this.url}/readyz`, this.server);
  }

  /** Asks the program to end, as a service manager does, and waits for it. */
  async close() {
    const ended = this.server.exitCode === null ? once(this.server, 'exit', { signal: AbortSignal.timeout(CLOSED) }) : undefined;
    this.server.kill('SIGTERM');
    await ended;
  }

  /** Somebody with a browser of their own, not signed in. `through` is another address of the same house. */
  async visitor(name, { through = this.url, ...manners } = {}) {
    const context = await this.browser.newContext({ baseURL: through, ...DESK, ...manners });
    const person = new Person(name, this, context, await context.newPage());
    person.finger = manners.hasTouch === true;
    person.scripts = manners.javaScriptEnabled !== false;
    this.people.push(person);
    return person;
  }

  /** Somebody who has registered and is signed in. Moves are played at once unless they `confirms` them. */
  async player(name, { confirms = false, ...manners } = {}) {
    const person = await this.visitor(name, manners);
    await person.page.goto('/register');
    await person.page.getByLabel('Name', { exact: false }).first().fill(name);
    await person.page.getByLabel('Password', { exact: false }).first().fill(PASSWORD);
    await person.page.getByRole('main').getByRole('button', { name: 'Create account' }).click();
    await person.page.waitForURL((url) => url.pathname === '/');
    if (!confirms) await person.confirms('never');
    return person;
  }

  /** As many people as there are manners, at a table that the first of them opens: see `Person.opens`. All see it begin. */
  async party(game, manners = [DESK, DESK], ...choices) {
    const players = await Promise.all(manners.map((each, number) => this.player(NAMES[number], each)));
    const [host, ...guests] = players;
    const table = await host.opens(game, ...choices);
    for (const guest of guests) await guest.joins(table);
    for (const player of players) if (player.scripts) await player.knows((await this.record(table)).seq);
    return { house: this, table, players, ada: host, ben: guests[0] };
  }

  /** The record of a match as it stands, once something has happened after an entry of the log. */
  async record(table, after = 0) {
    for (;;) {
      const answer = await fetch(`${this.url}${table}/record.json`);
      assert.equal(answer.status, 200, 'the record');
      const record = await answer.json();
      if (record.seq > after) return record;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  /** What the program says to a command, given a text to read. */
  async says(args, text) {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.end(text);
    const [said, [status]] = await Promise.all([child.stdout.toArray(), once(child, 'exit')]);
    assert.equal(status, 0, `parlour ${args.join(' ')}`);
    return said.join('');
  }

  /** Fails when any browser had something to complain of. */
  assertNoTrouble() {
    for (const person of this.people) {
      assert.deepEqual(person.troubles, [], `${person.name}'s browser complains`);
    }
  }
}

class Person {
  constructor(name, house, context, page) {
    Object.assign(this, { name, house, context, page, troubles: [], expected: [], finger: false, scripts: true });
    page.setDefaultTimeout(60_000);
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.complain(message.text());
    });
    page.on('pageerror', (error) => this.complain(String(error)));
    page.on('response', (response) => this.inspect(response));
  }

  complain(text) {
    if (!this.expected.some((pattern) => pattern.test(text))) this.troubles.push(text);
  }

  /** What the browser may say, because the test brings it about. */
  expects(pattern) {
    this.expected.push(pattern);
  }

  /** Every page and fragment that is served is read: the policy forbids inline styles and scripts in it. */
  async inspect(response) {
    const type = response.headers()['content-type'] ?? '';
    if (!type.startsWith('text/html') || response.status() >= 300 && response.status() < 400) return;
    const text = await response.text().catch(() => '');
    const inline = text.match(/<[^>]*\s(style|on[a-z]+|hx-on[:a-z-]*)\s*=|<style\b|<script(?![^>]*\bsrc=)/i);
    if (inline) this.complain(`${response.url()} has something inline: ${inline[0].slice(0, 200)}`);
  }

  /** Presses the button or follows the link with this name. */
  async press(name, options = {}) {
    const main = this.page.getByRole('main');
    const button = main.getByRole('button', { name, ...options });
    const link = main.getByRole('link', { name, ...options });
    await button.or(link).first().click();
  }

  /** Opens a table by its form, pressing what is chosen by its words, and stays there; says where that is. */
  async opens(game, ...choices) {
    if (typeof choices[0] === 'object') return this.asksFor({ game, ...choices[0] });
    await this.page.goto(`/matches/new?game=${game}`);
    for (const choice of choices) await this.page.getByText(choice, { exact: true }).first().click();
    await this.press('Create match');
    await this.page.waitForURL(/\/matches\/\w{12}$/);
    return new URL(this.page.url()).pathname;
  }

  /** Opens a table with these fields, however the form looks. */
  async asksFor(fields) {
    const form = { seats: 2, visibility: 'public', ...fields };
    const answer = await this.context.request.post('/matches', { form, maxRedirects: 0 });
    assert.equal(answer.status(), 303);
    const table = answer.headers().location;
    await this.page.goto(table);
    return table;
  }

  /** Sets when moves are confirmed before they are played: `default`, `always` or `never`. */
  async confirms(before) {
    const answer = await this.context.request.post('/settings/play', { form: { after: 'stay', before }, maxRedirects: 0 });
    assert.equal(answer.status(), 303);
  }

  /** Sits down at a table. */
  async joins(table) {
    await this.page.goto(table);
    await this.press('Join');
    await this.page.locator('#seats .you').waitFor();
    await this.page.evaluate(() => scrollTo(0, 0));
  }

  /** Waits until the page knows of this entry of the log. */
  async knows(seq) {
    await this.page.locator(`#press[data-seq="${seq}"]`).waitFor({ state: 'attached' });
  }

  /** Waits until nothing on the board is on its way any more. */
  async rests() {
    await this.page.waitForFunction(() =>
      document.querySelector('#board').getAnimations({ subtree: true }).every((animation) => !(animation instanceof CSSTransition)));
  }

  /** Waits until the page says how it stands. */
  async sees(words, timeout = 60_000) {
    await this.page.getByRole('heading', { level: 1, name: words }).waitFor({ timeout });
  }

  /** Plays on the board: chooses what moves, if something does, then presses where it goes. */
  async plays(ply) {
    const [from, to] = ply.split('-');
    if (to) await this.touches(this.page.getByRole('link', { name: `${from}, your marble`, exact: true }));
    const name = to ? `move ${from} to ${to}` : `mark ${from}`;
    await this.touches(this.page.getByRole('button', { name, exact: true }));
  }

  /** Presses what plays this ply, on the board or beside it. */
  async presses(ply) {
    await this.touches(this.page.locator(`button[name="notation"][value="${ply}"]`).first());
  }

  /** With the finger on a phone, else with the mouse. */
  async touches(target) {
    await (this.finger ? target.tap() : target.click());
  }

  /** Where every piece is on the board, by its class. */
  async pieces() {
    return this.page.evaluate(() => Object.fromEntries(
      [...document.querySelectorAll('#board .piece')].map((piece) => [piece.id, piece.classList[1]]).sort(),
    ));
  }

  /** From now on writes down how each piece goes from place to place. */
  async follows() {
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

  /** What was written down. */
  async way() {
    return this.page.evaluate(() => window.way);
  }

  /** What can be pressed on the board, by what it plays, on the page as it is served: nothing of it is looked at. */
  async couldPress(table) {
    const page = await (await this.context.request.get(table)).text();
    const [, seq] = page.match(/name="seq" value="(\d+)"/) ?? [];
    const buttons = page.matchAll(/<button[^>]* name="notation" value="([^"]+)"(?: aria-label="([^"]+)")?/g);
    return { seq, plies: Array.from(buttons, ([, notation, label = notation]) => ({ notation, label })) };
  }

  /** Plays without looking at it: as a form does that is sent where no script runs. */
  async sends(table, seq, notation) {
    const answer = await this.context.request.post(`${table}/plies`, { form: { seq, notation }, maxRedirects: 0 });
    assert.equal(answer.status(), 303, notation);
  }

  /** What the page has come to show of the match, to be held against the page as it is served. */
  async shows() {
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
        // The time left goes on between two looks at the page.
        seats: [...document.querySelectorAll('#seats li')].map((seat) => `${seat.className} ${seat.innerText.replace(/\s+/g, ' ').replace(/\d[\w ]* left$/, 'time left')}`),
      };
    });
  }

  /** Fails when the page has come to show anything else than the page as it is served now. */
  async assertAsServed() {
    await this.rests();
    const shown = await this.shows();
    const seen = (await this.page.locator('#seats .you').count()) && (await this.page.locator('#live').getAttribute('data-seen'));
    const seq = await this.page.locator('#press').getAttribute('data-seq');
    // Or what has just come would be played before their eyes once more.
    if (seen) await this.context.request.post(seen, { form: { seq } });
    await this.page.reload();
    assert.deepEqual(shown, await this.shows(), `what ${this.name} sees`);
  }

  /** Keeps a picture for people to look at, where they want any: it takes long to draw a page from top to bottom. */
  async shot(name, options = {}) {
    if (!process.env.PICTURES) return;
    await mkdir(shots, { recursive: true });
    await this.page.screenshot({ path: path.join(shots, `${name}.png`), ...options });
  }

  /** Keeps pictures of the page on a phone, a tablet and a desk, by day and by night. */
  async shotsEverywhere(name, options = {}) {
    if (!process.env.PICTURES) return;
    const before = this.page.viewportSize();
    for (const [width, height] of SIZES) {
      await this.page.setViewportSize({ width, height });
      for (const colorScheme of ['light', 'dark']) {
        await this.page.emulateMedia({ colorScheme });
        await this.shot(`${name}-${width}-${colorScheme}`, options);
      }
    }
    await this.page.setViewportSize(before);
  }
}

/**
 * A line to the house that can be cut, reset or stalled, and mended: a proxy that closes its connections, resets them, or
 * leaves them open and passes nothing on.
 */
export async function openLine(test, house) {
  const sockets = new Set();
  const pairs = new Set();
  let [cut, stalled] = [false, false];
  const join = (pair) => {
    const [near, far] = pair;
    // Which connection carries a stream is told by the last request on it.
    pair.peek ??= (chunk) => { if (/^(GET|POST) /.test(chunk)) pair.streams = chunk.includes('/events?'); };
    near.on('data', pair.peek).pipe(far).pipe(near);
  };
  const line = net.createServer((near) => {
    if (cut) return near.destroy();
    const far = net.connect(house.port, '127.0.0.1');
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
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  test.after(() => line.close());
  return {
    url: `http://127.0.0.1:${line.address().port}`,
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
    /** Nothing passes any more on connections that carry a stream; others go on, and new ones can be opened. */
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

export async function freePort() {
  // A page that looks for a house that has closed may find this one, and would keep it open.
  const server = net.createServer((found) => found.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function answers(url, server) {
  for (let tries = 0; tries < 300; tries++) {
    assert.equal(server.exitCode, null, 'the program has stopped');
    const ready = await fetch(url).then((response) => response.ok, () => false);
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`${url} does not answer`);
}
