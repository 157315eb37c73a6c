// Networks that hold back event streams but pass everything else: the page asks for news, and everything can be played.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { openSite, sideBySide, test } from './parlour.js';

/** Milliseconds within which a player can move and sees the opponent's move. */
const SOON = 20_000;

/** What a browser logs about the stream. */
const REFUSED = /ERR_|Failed to (load|fetch)|network error/i;

const STREAM = { 'Content-Type': 'text/event-stream' };
const PAGE = { 'Content-Type': 'text/html' };

/** Ways in which a network treats the request for a stream. `pass` passes it on to the site. */
const TREATMENTS = {
  'is never answered': () => {},
  'is held back and cut after two seconds': (answer) => setTimeout(() => answer.destroy(), 2000),
  'is cut after two seconds': (answer, pass) => {
    pass();
    setTimeout(() => answer.destroy(), 2000);
  },
  'is refused with 403': (answer) => answer.writeHead(403, PAGE).end('<p>Blocked'),
  'is refused with 407': (answer) => answer.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="Office"' }).end(),
  'is refused with 503': (answer) => answer.writeHead(503).end(),
  'is answered with a page of the network': (answer) => answer.writeHead(200, PAGE).end('<!DOCTYPE html><title>Filter</title><p>Scanned.'),
  'is answered with headers and no body': (answer) => answer.writeHead(200, STREAM).flushHeaders(),
};

/** A proxy to the site that treats streams in a certain way until `mend` is called. */
async function openHoldingProxy(t, site, treatment) {
  let treat = TREATMENTS[treatment];
  const proxy = http.createServer((request, answer) => {
    const pass = () => {
      const { method, url: path, headers } = request;
      const far = http.request({ port: site.port, host: '127.0.0.1', method, path, headers }, (response) => {
        answer.writeHead(response.statusCode, response.rawHeaders);
        answer.flushHeaders();
        response.pipe(answer);
      });
      far.on('error', () => answer.destroy());
      answer.on('close', () => far.destroy());
      request.pipe(far);
    };
    if (treat && /^\/matches\/\w+\/events/.test(request.url)) treat(answer, pass);
    else pass();
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.after(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${proxy.address().port}`, mend: () => { treat = undefined; } };
}

/** A match in which Ada plays through such a proxy, and Ben without one. */
async function matchWithHeldStream(t, treatment, game = 'tictactoe') {
  const site = await openSite(t);
  const proxy = await openHoldingProxy(t, site, treatment);
  const [ada, ben] = [await site.player('Ada', { through: proxy.url }), await site.player('Ben')];
  ada.expectError(REFUSED);
  ada.page.setDefaultTimeout(SOON);
  const matchPath = await ada.createMatch(game, {});
  await ben.join(matchPath);
  await ada.page.reload();
  return { site, proxy, ada, ben, matchPath };
}

/** Lets the page give up streams that are not answered. */
const passesTime = (person) => person.page.clock.runFor(15_000);
const isListening = (person) => person.page.waitForFunction(() => document.querySelector('#live').dataset.stream === 'open');
const isPolling = (person) => person.page.locator('main[data-polls]').waitFor();
/** Waits until the page has asked for news once more. */
const asks = (person) => person.page.waitForResponse((response) => response.url() === person.page.url());

sideBySide(3, () => {
  for (const treatment of Object.keys(TREATMENTS)) {
    test(`both players move and see each other's moves if the stream of one ${treatment}`, async (t) => {
      const { site, ada, ben } = await matchWithHeldStream(t, treatment);
      await ada.page.clock.install();
      await ada.page.reload();
      for (const [own, answer] of [['b2', 'a1'], ['c1', 'a3']]) {
        await ada.play(own);
        await ben.waitForHeadline('Your move', SOON);
        await ada.waitForHeadline('Ben is thinking', SOON);
        await ben.play(answer);
        await ada.waitForHeadline('Your move', SOON);
        await passesTime(ada);
      }
      await ada.play('a2');
      await ben.waitForHeadline('Your move', SOON);
      await ada.waitForHeadline('Ben is thinking', SOON);
      await ada.assertMatchesServer();
      site.assertNoErrors();
    });
  }

  test('the page returns to the stream once the network lets it through', async (t) => {
    const { site, proxy, ada, ben } = await matchWithHeldStream(t, 'is refused with 503');
    await isPolling(ada);
    assert.equal(await ada.page.locator('#connection').innerText(), 'Checking for moves every few seconds');
    await ada.screenshots('connection-polling');
    proxy.mend();
    await isListening(ada);
    await ada.page.waitForFunction(() => !document.querySelector('main').matches('[data-polls]'));
    assert.equal(await ada.page.locator('#connection').textContent(), '');
    const answer = ada.page.waitForResponse('**/plies');
    await ada.play('b2');
    assert.equal((await answer).status(), 204, 'the stream shows the move');
    await ben.waitForHeadline('Your move', SOON);
    await ben.play('a1');
    await ada.waitForHeadline('Your move', SOON);
    site.assertNoErrors();
  });

  test('a hidden page asks for nothing, and for news as soon as it is shown', async (t) => {
    const { site, ada, ben } = await matchWithHeldStream(t, 'is refused with 403');
    const shows = (hidden) => ada.page.evaluate((is) => {
      Object.defineProperty(document, 'hidden', { value: is, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
    await ada.play('b2');
    await ben.waitForHeadline('Your move', SOON);
    await isPolling(ada);
    await asks(ada);
    await shows(true);
    await ben.play('a1');
    await ada.page.clock.install();
    const asked = [];
    ada.page.on('request', (request) => asked.push(request.url()));
    await passesTime(ada);
    assert.deepEqual(asked.filter((url) => url.includes('/matches/')), []);
    await shows(false);
    await ada.waitForHeadline('Your move', SOON);
    site.assertNoErrors();
  });

  test('a page without a stream is left when its user signs out elsewhere', async (t) => {
    const { site, ada } = await matchWithHeldStream(t, 'is refused with 403');
    await isPolling(ada);
    await ada.context.request.post('/logout');
    await ada.page.locator('#live:not([data-user])').waitFor({ state: 'attached' });
    site.assertNoErrors();
  });

  test('the move of a bot is seen if the stream is never answered', async (t) => {
    const site = await openSite(t);
    const proxy = await openHoldingProxy(t, site, 'is never answered');
    const ada = await site.player('Ada', { through: proxy.url });
    const form = { game: 'tictactoe', level: 1 };
    const started = await ada.context.request.post('/play', { form, maxRedirects: 0 });
    await ada.page.goto(started.headers().location);
    ada.page.setDefaultTimeout(SOON);
    await ada.play('b2');
    await ada.page.waitForFunction(() => document.querySelectorAll('#board .piece').length === 2);
    await ada.waitForHeadline('Your move', SOON);
    site.assertNoErrors();
  });

  test('the dashboard shows the move of the opponent if streams are never answered', async (t) => {
    const { site, ada, ben, matchPath } = await matchWithHeldStream(t, 'is never answered');
    const [first] = (await ada.offeredPlies(matchPath)).plies;
    await ada.postPly(matchPath, (await site.record(matchPath)).seq, first.notation);
    await ada.page.goto('/');
    await ada.waitForHeadline('Waiting for your opponents', SOON);
    await ben.waitForHeadline('Your move', SOON);
    await ben.play('c3');
    await ada.waitForHeadline('Your move in 1 match', SOON);
    site.assertNoErrors();
  });

  test('a chosen marble stays chosen, an open menu open, and a typed message typed while the page asks for news', async (t) => {
    const { site, ada, ben } = await matchWithHeldStream(t, 'is refused with 403', 'sternhalma');
    await isPolling(ada);
    const marble = ada.page.locator('#press .chosen');
    await ada.page.getByRole('link', { name: 'd2, your marble', exact: true }).click();
    await marble.waitFor();
    await ada.openMenu();
    const message = ada.page.getByLabel('Message');
    await message.pressSequentially('Good lu');
    await ben.page.getByLabel('Message').fill('Hello Ada');
    await ben.press('Send');
    await ada.page.locator('#said').getByText('Hello Ada').waitFor({ timeout: SOON });
    for (let times = 0; times < 2; times += 1) await asks(ada);
    await message.pressSequentially('ck!');
    assert.equal(await message.inputValue(), 'Good luck!');
    assert.equal(await marble.getAttribute('aria-label'), 'd2, selected; press to deselect');
    assert.equal(await ada.page.locator('.more').getAttribute('open'), '');
    // The opponent's move doesn't touch the message either.
    await ada.page.getByRole('button', { name: 'move d2 to e6', exact: true }).click();
    await ben.waitForHeadline('Your move', SOON);
    await message.focus();
    await ben.play('n2-m6');
    await ada.waitForHeadline('Your move', SOON);
    assert.equal(await message.inputValue(), 'Good luck!');
    assert.equal(await message.evaluate((field) => field === document.activeElement), true);
    site.assertNoErrors();
  });
});
