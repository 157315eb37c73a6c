// The clocks and the presence of the players in the rows of the seats.
import assert from 'node:assert/strict';
import { DESK, PHONE, openSite, test } from './parlour.js';

const LIVE = { time: 'live', 'time.seconds': 60, 'time.reserve': 300 };

/** A live match with a fast clock in Ada's browser, that only the test advances. */
async function liveMatch(t, contextOptions = DESK, fields = LIVE) {
  const site = await openSite(t);
  const [ada, ben] = await Promise.all([site.player('Ada', contextOptions), site.player('Ben')]);
  const matchPath = await ada.createMatch('kalah', fields);
  await ben.join(matchPath);
  await ada.page.clock.install();
  await ada.page.goto(matchPath);
  await ada.page.locator('#live[data-stream=open]').waitFor({ state: 'attached' });
  await ada.pauseClock();
  return { site, ada, ben, matchPath };
}

const seconds = (text) => text.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
const shown = async (person) => (await person.page.locator('#seats .seat-clock .left').allInnerTexts()).map(seconds);
/** Where the parts of the rows are. */
const places = (person) => person.page.locator('#seats :is(li, .who-name, .score, .seat-clock, .remark)').evaluateAll((parts) =>
  parts.map((part) => { const { x, y, width, height } = part.getBoundingClientRect(); return [part.className, x, y, width, height].join(' '); }));

test('a live clock ticks by the time of the server, and only the running one', async (t) => {
  const { site, ada } = await liveMatch(t);
  const [own, other] = await shown(ada);
  assert.ok(own > 300 && own <= 360 && other === 360, `${own} and ${other}`);
  await ada.page.clock.runFor(20_000);
  assert.deepEqual(await shown(ada), [own - 20, 360]);
  const reserve = ada.page.locator('#seats .acting [data-reserve]');
  assert.equal(await reserve.innerText(), '5:00');
  await ada.page.clock.runFor(60_000);
  assert.ok(seconds(await reserve.innerText()) < 300, 'the reserve goes once the time of the turn has gone');
  assert.equal(await ada.page.locator('#announcement').innerText(), '', 'nothing is announced as it ticks');
  site.assertNoErrors();
});

test('a clock is right on a device whose own clock is wrong', async (t) => {
  const site = await openSite(t);
  const [ada, ben] = await Promise.all([site.player('Ada'), site.player('Ben')]);
  const matchPath = await ada.createMatch('kalah', LIVE);
  await ben.join(matchPath);
  await ada.page.clock.install({ time: new Date('2020-01-01') });
  await ada.page.goto(matchPath);
  await ada.page.locator('#live[data-stream=open]').waitFor({ state: 'attached' });
  const [own] = await shown(ada);
  assert.ok(own > 300 && own <= 360, String(own));
});

test('the clocks of a live match stay within the rows of the seats', async (t) => {
  const { site, ada } = await liveMatch(t, DESK, { ...LIVE, 'time.reserve': 600 });
  for (const width of [1440, 768, 390, 320]) {
    await ada.page.setViewportSize({ width, height: 800 });
    const beyond = await ada.page.locator('#seats :is(.seat-clock, .left, .extra)').evaluateAll((parts) => parts
      .map((part) => part.getBoundingClientRect().right - part.closest('li').getBoundingClientRect().right));
    assert.ok(Math.max(...beyond) < 0.5, `${width}: ${beyond}`);
  }
  site.assertNoErrors();
});

for (const [device, contextOptions] of Object.entries({ desktop: DESK, phone: PHONE })) {
  test(`on a ${device} nothing in the seats moves when a second ticks and when the turn passes`, async (t) => {
    const { ada, ben, matchPath } = await liveMatch(t, contextOptions);
    await ada.page.clock.resume();
    // With the first move, the replay controls appear under the board.
    await ada.pressPly('1');
    await ada.waitForHeadline('Ben is thinking');
    await ben.waitForHeadline('Your move');
    await ben.pressPly('1');
    await ada.waitForHeadline('Your move');
    await ada.pauseClock();
    const before = await places(ada);
    await ada.page.clock.runFor(1_000);
    assert.deepEqual(await places(ada), before, 'a second');
    await ada.page.clock.resume();
    await ada.pressPly('4');
    await ada.waitForHeadline('Ben is thinking');
    const still = (all) => all.map((place) => place.replace(/ ?\b(acting|runs|low|last)\b/g, '')).filter((place) => !place.startsWith('who-name'));
    assert.deepEqual(still(await places(ada)), still(before), 'the turn');
    assert.deepEqual(await shown(ben).then((clocks) => clocks.length), 2, matchPath);
  });
}

test('the last seconds of a clock stand out', async (t) => {
  const { ada } = await liveMatch(t, DESK, { ...LIVE, 'time.reserve': 0 });
  const clock = ada.page.locator('#seats .seat-clock');
  assert.doesNotMatch(await clock.getAttribute('class'), /low|last/);
  const [left] = await shown(ada);
  await ada.page.clock.runFor((left - 11) * 1000);
  assert.match(await clock.getAttribute('class'), /\blow\b/);
  await ada.page.clock.runFor(3_000);
  assert.match(await clock.getAttribute('class'), /\blast\b/);
  await ada.screenshot('clock-last');
});

test('players see who is here and who is away', async (t) => {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('kalah');
  const word = (person) => person.page.locator('#seats .presence :is(.away, .online, .thinking):visible');
  await word(ada).filter({ hasText: /^online$/ }).waitFor();
  await word(ben).filter({ hasText: /^thinking$/ }).waitFor();
  await ada.pressPly('1');
  await ada.waitForHeadline('Ben is thinking');
  await word(ada).filter({ hasText: /^thinking$/ }).waitFor();
  await word(ben).filter({ hasText: /^online$/ }).waitFor();
  await ben.page.goto('/');
  await word(ada).filter({ hasText: /^away$/ }).waitFor();
  const eve = await site.visitor('Eve');
  await eve.page.goto(matchPath);
  await eve.page.locator('#seats li', { hasText: 'Ada' }).getByText('online').waitFor();
  await ben.page.goto(matchPath);
  await word(ada).filter({ hasText: /^thinking$/ }).waitFor();
  site.assertNoErrors();
});

/** Puts a page behind another one. */
const hides = (person) => person.page.evaluate(() => {
  Object.defineProperty(document, 'hidden', { get: () => true });
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
});

test('a hidden page of a live match tells of the turn at once, and one of another match has no stream', async (t) => {
  const site = await openSite(t);
  const [ada, ben] = await Promise.all([site.player('Ada'), site.player('Ben')]);
  for (const [fields, stays] of [[LIVE, true], [{ time: '3d' }, false]]) {
    const matchPath = await ada.createMatch('kalah', fields);
    await ben.join(matchPath);
    await ada.page.goto(matchPath);
    await ben.page.goto(matchPath);
    await ben.page.locator('#live[data-stream=open]').waitFor({ state: 'attached' });
    await hides(ben);
    assert.equal(await ben.page.locator('#live[data-stream=open]').count(), stays ? 1 : 0);
    await ada.pressPly('1');
    await ada.waitForHeadline('Ben is thinking');
    if (!stays) continue;
    await ben.page.waitForFunction(() => document.title.includes('Your move'));
    await ben.page.locator('#headline.yours').waitFor();
  }
  site.assertNoErrors();
});
