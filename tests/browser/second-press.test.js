// A second press in the place of the first, as of a finger that taps twice, does nothing that was not meant.
import assert from 'node:assert/strict';
import { DESK, PASSWORD, PHONE, openSite, test } from './parlour.js';

const TALL = { ...PHONE, viewport: { width: 390, height: 780 } };

/** The middle of what a locator finds. */
async function middle(locator) {
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
}

const pressAt = (person, point) => (person.touch ? person.page.touchscreen.tap(...point) : person.page.mouse.click(...point));

/** Presses a control, and after some time the same point. */
async function pressesTwice(person, control, pause) {
  const point = await middle(control);
  await pressAt(person, point);
  await person.page.waitForTimeout(pause);
  await pressAt(person, point);
  // Whatever the second press does has begun by then.
  await person.page.waitForTimeout(300);
}

const confirm = (person) => person.page.getByRole('button', { name: 'Confirm', exact: true });

for (const contextOptions of [TALL, DESK]) {
  test(`a second press on Confirm stays in the match, ${contextOptions.viewport.width} pixels wide`, async (t) => {
    const site = await openSite(t);
    const ada = await site.player('Ada', { ...contextOptions, confirms: true });
    const ben = await site.player('Ben', DESK);
    const paths = [];
    for (let match = 0; match < 5; match++) {
      paths.push(await ada.createMatch('tictactoe'));
      await ben.join(paths[match]);
    }
    await ada.page.clock.install();
    let mayAnswer;
    await ada.page.route('**/plies', async (route) => {
      await mayAnswer;
      await route.continue();
    });
    // The time until the server answers, and from then to the second press, in milliseconds.
    for (const [match, [wait, pause]] of [[0, 200], [0, 350], [0, 500], [600, 700]].entries()) {
      await ada.page.goto(paths[match]);
      await ada.waitForHeadline('Your move');
      await ada.pressPly('b2');
      await confirm(ada).waitFor();
      const [, confirmed] = await middle(confirm(ada));
      const point = await middle(confirm(ada));
      let answer;
      mayAnswer = new Promise((resolve) => { answer = resolve; });
      await ada.pauseClock();
      await pressAt(ada, point);
      await ada.page.clock.runFor(wait);
      answer();
      await ada.waitForHeadline('Ben is thinking');
      await ada.page.clock.runFor(pause);
      await pressAt(ada, point);
      await ada.page.clock.resume();
      // Whatever the second press does has begun by then.
      await ada.page.waitForTimeout(300);
      assert.equal(new URL(ada.page.url()).pathname, paths[match], `after ${wait} and ${pause} milliseconds`);
      const next = ada.page.locator('#next');
      await next.waitFor();
      assert.ok((await next.boundingBox()).y < confirmed - 100, 'the next match is elsewhere');
    }
    await ada.screenshot(`next-${contextOptions.viewport.width}`);
    await ada.activate(ada.page.locator('#next'));
    await ada.page.waitForURL(`**${paths[4]}`);
    site.assertNoErrors();
  });
}

test('a second press on Resign does not answer its question', async (t) => {
  const site = await openSite(t);
  const { ada, ben } = await site.startMatch('tictactoe', [TALL, DESK]);
  const [icon, sure] = [ada.page.locator('#resign summary'), ada.page.locator('#resign form button')];
  await icon.waitFor();
  const pressed = await icon.boundingBox();
  await icon.tap();
  const appeared = await sure.boundingBox();
  const left = Math.max(pressed.x, appeared.x);
  const shared = Math.min(pressed.x + pressed.width, appeared.x + appeared.width) - left;
  assert.ok(shared > 4, 'the button comes where the icon was');
  // The question is closed again, and the icon is pressed twice where the button comes.
  await ada.page.waitForTimeout(1000);
  await icon.tap();
  await ada.page.waitForTimeout(1000);
  const point = [left + shared / 2, pressed.y + pressed.height / 2];
  for (const pause of [200, 500]) {
    await ada.page.touchscreen.tap(...point);
    await ada.page.waitForTimeout(pause);
  }
  assert.ok(await sure.isVisible(), 'the question is open');
  assert.equal(await ada.page.locator('#headline').innerText(), 'Your move');
  // Somebody who means it is not held up.
  await ada.page.waitForTimeout(1000);
  await sure.tap();
  await ben.waitForHeadline('You won');
  site.assertNoErrors();
});

test('a form that is under way is not sent again by a second press', async (t) => {
  const site = await openSite(t);
  const ada = await site.player('Ada');
  const slow = await site.visitor('Ben');
  for (const { context } of [ada, slow]) {
    await context.route('**/*', async (route) => {
      if (route.request().method() === 'POST') await new Promise((resolve) => { setTimeout(resolve, 600); });
      await route.continue();
    });
  }
  await ada.page.goto('/matches/new?game=tictactoe');
  await pressesTwice(ada, ada.page.getByRole('button', { name: 'Create match' }), 180);
  await ada.page.waitForURL(/\/matches\/\w{12}$/);
  await ada.page.goto('/');
  assert.equal(await ada.page.locator('main a[href^="/matches/"]').evaluateAll((links) => new Set(links.map((link) => link.pathname).filter((path) => /^.matches.\w{12}$/.test(path))).size), 1);

  await slow.page.goto('/register');
  await slow.page.getByLabel('Name').first().fill('Ben');
  await slow.page.getByLabel('Password').first().fill(PASSWORD);
  await pressesTwice(slow, slow.page.getByRole('button', { name: 'Create account' }), 180);
  await slow.page.waitForURL((url) => url.pathname === '/');
  await slow.page.locator('header .menu').waitFor();
  site.assertNoErrors();
});

test('a form can be sent again after its page was left and shown again', async (t) => {
  const site = await openSite(t);
  const ada = await site.player('Ada');
  await ada.page.goto('/matches/new?game=tictactoe');
  for (let times = 0; times < 2; times++) {
    await ada.press('Create match');
    await ada.page.waitForURL(/\/matches\/\w{12}$/);
    await ada.page.goBack();
    await ada.page.waitForURL('**/matches/new**');
  }
  site.assertNoErrors();
});
