// The worked examples of the rules.
import assert from 'node:assert/strict';
import { PHONE, openSite, test } from './parlour.js';

const steps = (example) => example.locator('.at').innerText().then((words) => words.replace(/^Move\s+/, ''));

test('the links of an example step through it and leave the others unchanged', async (t) => {
  const site = await openSite(t);
  const { page } = await site.visitor('Visitor');
  await page.goto('/games/kalah');
  const [capture, swap] = [page.locator('#example-capture'), page.locator('#example-swap')];
  assert.equal(await steps(capture), '2 / 2');
  await capture.getByRole('link', { name: 'First' }).click();
  await capture.getByText('The upper player is to move.').waitFor();
  await capture.getByRole('link', { name: 'Forward' }).click();
  await capture.getByText('leaves the six where they are').waitFor();
  assert.equal(await steps(capture), '1 / 2');
  assert.equal(await steps(swap), '4 / 4');
  assert.equal(new URL(page.url()).search, '', 'only the figure was fetched');
  await capture.getByRole('link', { name: 'Last' }).click();
  await capture.getByText('so do the six opposite').waitFor();
  site.assertNoErrors();
});

test('an example plays automatically, hop by hop, and stops at its end', async (t) => {
  const site = await openSite(t);
  const visitor = await site.visitor('Visitor');
  const { page } = visitor;
  await page.goto('/games/sternhalma');
  const chain = page.locator('#example-chain');
  await page.evaluate(() => {
    window.way = [];
    const marble = () => [...document.querySelectorAll('#example-chain .piece')].map((piece) => [...piece.classList].find((name) => /^c\d+$/.test(name)));
    let before = marble();
    new MutationObserver(() => {
      const now = marble();
      now.forEach((place, index) => { if (before[index] !== place) window.way.push(place); });
      before = now;
    }).observe(document.querySelector('#example-chain'), { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] });
  });
  await chain.getByRole('button', { name: 'Play' }).click();
  await chain.getByRole('button', { name: 'Pause' }).waitFor();
  await chain.getByText('Seven hops in one turn').waitFor();
  await chain.getByRole('button', { name: 'Play' }).waitFor();
  const way = await page.evaluate(() => window.way);
  assert.equal(new Set(way).size, 8, `back to where it began, and seven hops: ${way}`);
  assert.equal(await steps(chain), '1 / 1');
  site.assertNoErrors();
});

test('a playing example is stopped by its button, by stepping, and by another example', async (t) => {
  const site = await openSite(t);
  const { page } = await site.visitor('Visitor', PHONE);
  await page.goto('/games/aeroplane?example=three-sixes&ply=0#example-three-sixes');
  const [sixes, jump] = [page.locator('#example-three-sixes'), page.locator('#example-jump')];
  const [play, pause] = ['Play', 'Pause'].map((name) => sixes.getByRole('button', { name }));
  await play.tap();
  await sixes.getByText('The first six.').waitFor();
  await pause.tap();
  await play.waitFor();
  await play.tap();
  await sixes.getByText('A plane takes off').waitFor();
  await sixes.getByRole('link', { name: 'Back' }).tap();
  await play.waitFor();
  await sixes.getByText('The first six.').waitFor();
  await play.tap();
  await jump.getByRole('button', { name: 'Play' }).tap();
  await play.waitFor();
  await jump.getByRole('button', { name: 'Pause' }).waitFor();
  await jump.getByText('a jump to the next one').waitFor();
  assert.notEqual(await steps(sixes), '5 / 5');
  site.assertNoErrors();
});

test('every example is as wide as its column', async (t) => {
  const site = await openSite(t);
  const { page } = await site.visitor('Visitor', PHONE);
  for (const game of ['tictactoe', 'kalah', 'quarto', 'sternhalma', 'aeroplane']) {
    await page.goto(`/games/${game}`);
    const boards = await page.locator('.example').evaluateAll((all) => all.map((one) => [one.id, one.querySelector('.figure svg, figure svg').getBoundingClientRect().width]));
    assert.deepEqual(boards.filter(([, width]) => width < 150), [], game);
  }
  site.assertNoErrors();
});

test('an example can be stepped through without scripts', async (t) => {
  const site = await openSite(t);
  const visitor = await site.visitor('Visitor', { javaScriptEnabled: false });
  const { page } = visitor;
  await page.goto('/games/quarto');
  const line = page.locator('#example-line');
  assert.equal(await line.getByRole('button').count(), 0, 'no button that would do nothing');
  await line.getByRole('link', { name: 'First' }).click();
  await page.waitForURL(/\/games\/quarto\?example=line&ply=0#example-line$/);
  for (const words of ['A third tall piece', 'three tall ones', 'this one is tall', 'Four tall pieces in a row']) {
    await line.getByRole('link', { name: 'Forward' }).click();
    await line.getByText(words).waitFor();
  }
  assert.equal(await line.getByRole('link', { name: 'Forward', disabled: false }).count(), 0);
  site.assertNoErrors();
});
