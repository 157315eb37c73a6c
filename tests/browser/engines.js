// Firefox and WebKit behind the same few commands, and Chromium as the reference. Firefox is driven by WebDriver BiDi, WebKitGTK
// by its WebDriver on a virtual display.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { launch } from 'puppeteer-core';
import { freePort } from './parlour.js';

const SIZE = { width: 1000, height: 800 };
/** How many milliseconds a command may take on a busy machine before the test fails. */
const PATIENCE = 120_000;
/** The key of an element's id in WebDriver answers. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Polls until the result is truthy and returns it. Fails with the explanation after `PATIENCE`. */
export async function eventually(ask, why = async () => 'it never came') {
  for (const end = Date.now() + PATIENCE; Date.now() < end;) {
    const answer = await ask();
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  return assert.fail(await why());
}

function installed(program, debianPackage) {
  assert.ok(existsSync(program), `${program} is missing: apt-get install ${debianPackage}`);
  return program;
}

/** A page of Firefox. Playwright needs its own build of Firefox, Puppeteer drives the released one. */
class FirefoxTab {
  constructor(browser, page) {
    Object.assign(this, { name: 'Firefox', browser, page });
    page.setDefaultTimeout(PATIENCE);
  }

  static async open() {
    const executablePath = installed('/usr/bin/firefox-esr', 'firefox-esr');
    const browser = await launch({ browser: 'firefox', executablePath, defaultViewport: SIZE, timeout: PATIENCE, protocolTimeout: PATIENCE });
    return new FirefoxTab(browser, await browser.newPage());
  }

  goto(url) {
    return this.page.goto(url);
  }

  /** Runs a function in the page and returns its result. */
  run(ask, value) {
    return this.page.evaluate(ask, value);
  }

  /** Presses with the mouse. */
  press(selector) {
    return this.page.locator(selector).click();
  }

  close() {
    return this.browser.close();
  }
}

/** A page of WebKitGTK's MiniBrowser, driven by WebDriver commands over HTTP. */
class WebKitTab {
  constructor(driver, display, folder, url) {
    Object.assign(this, { name: 'WebKit', driver, display, folder, url });
  }

  static async open() {
    const [webDriver, xvfb] = [installed('/usr/bin/WebKitWebDriver', 'webkit2gtk-driver'), installed('/usr/bin/Xvfb', 'xvfb')];
    const display = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    const [number] = await once(display.stdio[3], 'data');
    const [folder, port] = [await mkdtemp(path.join(os.tmpdir(), 'parlour-webkit-')), await freePort()];
    const env = {
      PATH: process.env.PATH, HOME: folder, XDG_RUNTIME_DIR: folder, LANG: 'C.UTF-8', DISPLAY: `:${String(number).trim()}`,
      GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1', NO_AT_BRIDGE: '1',
    };
    const driver = spawn(webDriver, [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    const tab = new WebKitTab(driver, display, folder, `http://127.0.0.1:${port}`);
    await eventually(() => fetch(`${tab.url}/status`).then((answer) => answer.ok, () => false), async () => 'WebKitWebDriver does not answer');
    const { sessionId } = await tab.send('POST', '/session', { capabilities: {} });
    tab.url += `/session/${sessionId}`;
    await tab.send('POST', '/window/rect', SIZE);
    return tab;
  }

  /** Sends a command and returns its value; throws an error with the WebDriver error code. */
  async send(method, command, body) {
    const answer = await fetch(this.url + command, { method, body: body && JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });
    const { value } = await answer.json();
    if (answer.ok) return value;
    throw Object.assign(new Error(`${command}: ${value.error}: ${value.message}`), { code: value.error });
  }

  goto(url) {
    return this.send('POST', '/url', { url });
  }

  run(ask, value = null) {
    return this.send('POST', '/execute/sync', { script: `return (${ask})(arguments[0])`, args: [value] });
  }

  /** Presses with the mouse; retries while the page replaces the element. */
  press(selector) {
    const again = ({ code }) => {
      if (!['no such element', 'stale element reference', 'element click intercepted', 'element not interactable'].includes(code)) throw new Error(code);
      return false;
    };
    const click = async () => {
      const { [ELEMENT]: id } = await this.send('POST', '/element', { using: 'css selector', value: selector });
      await this.send('POST', `/element/${id}/click`, {});
      return true;
    };
    return eventually(() => click().catch(again), async () => `WebKit cannot press ${selector}`);
  }

  async close() {
    await this.send('DELETE', '').catch(() => {});
    for (const child of [this.driver, this.display]) {
      if (child.exitCode === null && child.kill()) await once(child, 'exit');
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}

const CHROMIUM = { executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--disable-gpu'] };

/** Starts Chromium as the reference, and a page of each engine to compare with it. */
export async function openEngines(test) {
  const opened = await Promise.allSettled([chromium.launch(CHROMIUM), FirefoxTab.open(), WebKitTab.open()]);
  test.after(() => Promise.all(opened.map(({ value }) => value?.close())));
  for (const { reason } of opened) if (reason) throw reason;
  const [reference, ...others] = opened.map(({ value }) => value);
  return { reference, others };
}
