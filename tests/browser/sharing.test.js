// Sharing a match: by the dialog of the device, by copying its link, by QR code; and what visitors see first.
import assert from 'node:assert/strict';
import { DARK, DESK, PHONE, openSite, test } from './parlour.js';

/** What the first view of the front page may load: bytes and requests. */
const MOST_BYTES = 100 * 1024;
const MOST_REQUESTS = 25;

test('a match is shared by the dialog of the device, or its link is copied', async (t) => {
  const site = await openSite(t);
  const { matchPath, ada } = await site.startMatch('tictactoe', [PHONE, DESK]);
  const { page } = ada;
  const main = page.getByRole('main');
  // The dialog is not part of the browser under test.
  await page.addInitScript(() => { navigator.share = async (data) => { window.shared = data; }; });
  await page.reload();
  await main.locator('.more > summary').tap();
  await ada.screenshot('share-menu');
  await main.getByRole('button', { name: 'Share', exact: true }).tap();
  assert.deepEqual(await page.evaluate(() => window.shared), { title: await page.title(), url: site.url + matchPath });

  const visitor = await site.visitor('Cleo', DESK);
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visitor.page.addInitScript(() => { delete Navigator.prototype.share; });
  await visitor.page.goto(matchPath);
  await visitor.press('Copy link');
  await visitor.page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await visitor.page.evaluate(() => navigator.clipboard.readText()), site.url + matchPath);

  const plain = await site.visitor('Dora', { ...DESK, javaScriptEnabled: false });
  await plain.page.goto(matchPath);
  assert.equal(await plain.page.getByRole('button', { name: 'Copy link' }).count(), 0);
  site.assertNoErrors();
});

test('without a clipboard the whole link is shown, selected, and can be copied by hand', async (t) => {
  // Not loopback for browsers, so no secure context: what a site without HTTPS is in a local network.
  const site = await openSite(t, {}, '0.0.0.0');
  for (const look of [PHONE, DESK]) {
    const host = await site.visitor(`Ada${site.people.length}`, look);
    const { page } = host;
    host.expectError(/Cross-Origin-Opener-Policy/);
    await host.register();
    await host.createMatch('kalah', { visibility: 'private' });
    assert.equal(await page.evaluate(() => isSecureContext), false);
    await host.activate(page.getByRole('main').getByRole('button', { name: 'Copy link' }));
    const link = page.getByRole('main').getByRole('textbox', { name: 'Copy link' });
    await link.waitFor();
    assert.match(await link.inputValue(), new RegExp(`^${site.url}/join/\\w+$`));
    assert.equal(await page.evaluate(() => getSelection().toString()), await link.inputValue());
    await link.press('X');
    assert.match(await link.inputValue(), /join/, 'it is read-only');
    await host.screenshots(`share-link-${look === PHONE ? 'phone' : 'desk'}`);
  }
  site.assertNoErrors();
});

test('the whole link is shown if the browser refuses the clipboard', async (t) => {
  const site = await openSite(t);
  const host = await site.player('Ada');
  await host.page.addInitScript(() => { navigator.clipboard.writeText = async () => { throw new DOMException('', 'NotAllowedError'); }; });
  await host.createMatch('kalah', { visibility: 'private' });
  await host.press('Copy link');
  const link = host.page.getByRole('textbox', { name: 'Copy link' });
  await link.waitFor();
  assert.match(await link.inputValue(), new RegExp(`^${site.url}/join/`));
  site.assertNoErrors();
});

test('a join code is shown as a QR code, dark on light', async (t) => {
  const site = await openSite(t);
  for (const look of [PHONE, DARK, { ...DESK, javaScriptEnabled: false }]) {
    const host = await site.player(`Ada${site.people.length}`, look);
    const { page } = host;
    await host.createMatch('kalah', { visibility: 'private' });
    const image = page.getByRole('img', { name: 'QR code of the link to join' });
    assert.equal(await image.isVisible(), false);
    await host.activate(page.getByText('Show QR code'));
    await image.waitFor();
    // Without scripts, only the response can be looked at.
    const answer = await page.request.get(await image.getAttribute('src'));
    assert.equal(answer.headers()['content-type'], 'image/svg+xml; charset=utf-8');
    assert.match(await answer.text(), /<rect [^>]*fill="#fff"\/>/);
    if (host.scripts) await page.waitForFunction(() => document.querySelector('img.qr').naturalWidth > 0);
    if (host.scripts) await host.screenshots(`qr-code-${look.colorScheme ?? 'light'}`);
  }
  site.assertNoErrors();
});

test('the front page is small, shows running matches, and takes a code', async (t) => {
  const site = await openSite(t);
  const { ada, ben } = await site.startMatch('tictactoe');
  const games = ['kalah', 'sternhalma', 'quarto', 'aeroplane', 'tictactoe'];
  for (const game of games) await ben.postJoin(await ada.postMatch({ game }));
  await ada.createMatch('kalah', { visibility: 'private' });
  const code = await ada.page.locator('.invitation .code').innerText();

  const visitor = await site.visitor('Cleo', PHONE);
  const { page } = visitor;
  const protocol = await visitor.context.newCDPSession(page);
  await protocol.send('Network.enable');
  const loaded = [];
  protocol.on('Network.loadingFinished', ({ encodedDataLength }) => loaded.push(encodedDataLength));
  await page.goto('/', { waitUntil: 'networkidle' });
  const bytes = loaded.reduce((all, length) => all + length, 0);
  t.diagnostic(`${bytes} bytes, ${loaded.length} requests`);
  assert.ok(bytes <= MOST_BYTES, `${bytes} bytes`);
  assert.ok(loaded.length <= MOST_REQUESTS, `${loaded.length} requests`);

  assert.equal(await page.locator('.tiles .match').count(), 6);
  await visitor.screenshots('front-page');
  await page.getByLabel('Code from a friend').fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Join with code' }).tap();
  await visitor.waitForHeadline('Ada invites you to Mancala (Kalah)');
  site.assertNoErrors();
});

test('a new match starts from the last one', async (t) => {
  const site = await openSite(t);
  const ada = await site.player('Ada', PHONE);
  const { page } = ada;
  await ada.createMatch('sternhalma', 'By link', '7 days per move');
  await page.goto('/matches/new');
  await ada.waitForHeadline('New match: Chinese Checkers (Sternhalma)');
  assert.ok(await page.locator('[name=visibility][value=private]').isChecked());
  assert.ok(await page.locator('[name=time][value="7d"]').isChecked());
  await ada.screenshots('new-match-remembered');
  await ada.press('Create match');
  await page.waitForURL(/\/matches\/\w{12}$/);
  site.assertNoErrors();
});
