// Fingers: what they press is large enough, nothing overlaps, Safari zooms into no field, and no page scrolls sideways.
import assert from 'node:assert/strict';
import { TICTACTOE, postPlies } from './games.js';
import { HTTP, PHONE, THREE_DAYS, openSite, test, wantNoMotion } from './parlour.js';
import { admin, postForm } from './staff.js';
import { touchFaults, touchFaultsIn } from './touch-checks.js';

wantNoMotion();

const TALL = { ...PHONE, viewport: { width: 360, height: 780 } };
const GAMES = ['tictactoe', 'sternhalma', 'kalah', 'quarto', 'aeroplane'];

/** Fails if a page has controls that fingers miss. */
async function assertTouchable(person, paths) {
  const found = [];
  for (const path of paths) {
    await person.page.goto(path);
    const where = path.replace(/matches\/\w{12}/, 'matches/ID');
    for (const fault of await touchFaults(person)) found.push(`${person.name} ${where} ${fault}`);
  }
  assert.deepEqual(found, []);
}

/** A user with a phone and one without a page, with a running match of each game, and a finished match. */
async function startMatches(site) {
  const [ada, ben] = [await site.member('Ada', { ...TALL, confirms: true }), await site.member('Ben', HTTP)];
  const start = async (game) => {
    const matchPath = await ada.postMatch({ game, ...THREE_DAYS });
    await ben.postJoin(matchPath);
    return matchPath;
  };
  const running = [];
  for (const game of GAMES) running.push(await start(game));
  const over = await start('tictactoe');
  await postPlies({ site, matchPath: over, players: [ada, ben] }, TICTACTOE);
  const { seq } = await site.record(over);
  await ada.context.request.post(`${over}/seen`, { form: { seq: seq - 2 } });
  return { ada, ben, running, over };
}

test('fingers hit what visitors and guests see', async (t) => {
  const site = await openSite(t);
  const { ben, running, over } = await startMatches(site);
  await ben.postMatch({ game: 'kalah', ...THREE_DAYS });
  const visitor = await site.visitor('Cleo', TALL);
  visitor.expectError(/status of 404/);
  await assertTouchable(visitor, ['/', '/games', '/games/sternhalma', '/play', '/play?game=kalah', '/login',
    '/register', '/join', '/reset', '/matches/open', '/players/Ada', '/games/tictactoe/ratings', running[1], over,
    '/no-such-page']);
  await visitor.page.goto('/play');
  await visitor.page.getByRole('button', { name: 'Quarto', exact: true }).tap();
  await visitor.page.waitForURL(/\/matches\/\w{12}$/);
  await assertTouchable(visitor, ['/', '/account/registration', new URL(visitor.page.url()).pathname]);
  site.assertNoErrors();
});

test('fingers hit what members see', async (t) => {
  const site = await openSite(t);
  const { ada, running, over } = await startMatches(site);
  const [tictactoe, sternhalma, kalah, , aeroplane] = running;
  const open = await ada.postMatch({ game: 'kalah', ...THREE_DAYS });
  const forms = GAMES.map((game) => `/matches/new?game=${game}`);
  await assertTouchable(ada, ['/', '/pairing', '/matches/new', ...forms, open]);
  await assertTouchable(ada, ['/settings', '/account', '/reports', '/reports/new?person=Ben', '/players/Ben',
    '/reauthenticate']);
  await assertTouchable(ada, [...running, over, `${sternhalma}?ply=0`, `${over}?ply=3`, `${over}/analysis`,
    `${over}/analysis?ply=0&line=a1,b2,c3&at=2`, `${aeroplane}/rolls`, `${kalah}/conditional-moves`]);
  await ada.page.goto(tictactoe);
  await ada.pressPly('b2');
  await ada.page.locator('#confirm').waitFor();
  assert.deepEqual(await touchFaultsIn(ada, '#confirm'), []);
  site.assertNoErrors();
});

test('fingers hit what admins see', async (t) => {
  const site = await openSite(t);
  const { ada } = await startMatches(site);
  const root = await admin(site, 'Rosa');
  await postForm(ada, '/reports', { person: 'Ben', cause: 'abuse', words: 'He says such things in every match.' });
  await postForm(root, '/admin/invitations', { note: 'The chess club', places: '12', days: '30' });
  await postForm(root, '/admin/users/import', { text: 'Dora\nEmil' });
  const phone = await site.visitor('Rosa', TALL);
  await phone.context.addCookies(await root.context.cookies());
  await assertTouchable(phone, ['/admin', '/admin/users', '/admin/users/Ben', '/admin/reports', '/admin/reports/1',
    '/admin/announcements', '/admin/invitations', '/admin/audit', '/admin/statistics', '/admin/site',
    '/admin/users/import', '/admin/users/import/1']);
  site.assertNoErrors();
});

/** Controls, and the board, on the screen but outside its safe area. What is not in a bar can be scrolled to. */
const unsafe = (person, insets) => person.page.evaluate(({ top = 0, right = 0, bottom = 0, left = 0 }) => {
  const all = document.querySelectorAll('a[href], button, summary, input:not([type=hidden]), #board');
  const shown = [...all].filter((one) => {
    const box = one.getBoundingClientRect();
    const onScreen = box.bottom > 0 && box.top < innerHeight && box.width > 1;
    return onScreen && one.checkVisibility() && !one.closest('.unseen, .tabs, .press');
  });
  const isOutside = (one) => {
    const box = one.getBoundingClientRect();
    const bar = one.closest('.confirm, .named, .tools, .turn, .submit') ?? one;
    const stays = ['fixed', 'sticky'].includes(getComputedStyle(bar).position);
    return box.left < left || box.right > innerWidth - right
      || stays && (box.top < top || box.bottom > innerHeight - bottom + 0.5);
  };
  return shown.filter(isOutside).map((one) => one.outerHTML.slice(0, 100));
}, insets);

test('what is pressed stays within the safe area of a phone', async (t) => {
  const site = await openSite(t);
  const { ada, matchPath } = await site.startMatch('sternhalma', [{ ...TALL, confirms: true }, HTTP]);
  const { page } = ada;
  const browser = await ada.context.newCDPSession(page);
  for (const [width, height, insets] of [
    [390, 844, { top: 47, bottom: 34 }],
    [844, 390, { left: 47, right: 47, bottom: 21 }],
  ]) {
    await page.setViewportSize({ width, height });
    await browser.send('Emulation.setSafeAreaInsetsOverride', { insets });
    for (const path of ['/', '/matches/new?game=kalah', matchPath]) {
      await page.goto(path);
      assert.deepEqual(await unsafe(ada, insets), [], `${width} pixels wide`);
    }
    await page.locator('#press a[aria-label^="d2, "]').tap();
    await ada.pressPly('d2-e6');
    await page.locator('#confirm').waitFor();
    await ada.screenshot(`safe-area-${width}`);
    assert.deepEqual(await unsafe(ada, insets), [], `a question on a screen ${width} pixels wide`);
  }
  site.assertNoErrors();
});
