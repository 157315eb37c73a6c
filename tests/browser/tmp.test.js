import test from 'node:test';
import { openSite, DESK, DARK } from './parlour.js';
test('pictures', async (t) => {
  const site = await openSite(t);
  const m = await site.startMatch('kalah', [DESK, DESK]);
  await m.ada.page.goto(m.matchPath);
  await m.ada.screenshots('slow', { fullPage: true });
});
