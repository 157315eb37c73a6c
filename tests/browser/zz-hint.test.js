import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHONE, openSite } from './parlour.js';
for (const game of ['kalah', 'quarto', 'tictactoe', 'aeroplane', 'sternhalma']) {
test(`hints ${game}`, async (t) => {
  const site = await openSite(t);
  const ada = await site.player('Ada', PHONE);
  const matchPath = await ada.createMatch(game, { bot: '1' });
  const { page } = ada;
  const results = [];
  page.on('response', async (r) => { if (r.url().endsWith('/hint')) { const b = await r.text().catch(() => ''); results.push(`${r.status()} seq=${b.match(/id="press"[^>]*data-seq="(\d+)"/)?.[1]} hint=${/class="hint"/.test(b)}`); } });
  for (let i = 0; i < 8; i++) {
    const button = page.locator('#named').getByRole('button', { name: 'Hint', exact: true });
    const roll = page.getByRole('button', { name: 'Roll', exact: true });
    try { await button.or(roll).first().waitFor({ timeout: 40000 }); } catch { t.diagnostic(`no button at ${i}: ${await page.locator('h1').innerText()}`); break; }
    if (await roll.isVisible()) { await roll.tap(); i--; continue; }
    await button.tap();
    const shown = await page.locator('#named .hint').waitFor({ timeout: 8000 }).then(() => true, () => false);
    const seq = await page.locator('#press').getAttribute('data-seq');
    const server = (await site.record(matchPath));
    t.diagnostic(`${i} shown=${shown} page seq=${seq} server seq=${server.seq} ${results.join(' | ')}`);
    if (!shown) t.diagnostic(await page.locator('#named').innerHTML());
    await page.waitForTimeout(1500);
    if (shown && !(await page.locator('#named .hint').isVisible())) t.diagnostic('VANISHED');
    results.length = 0;
    const { plies, seq: s } = await ada.offeredPlies(matchPath);
    const rec = await site.record(matchPath);
    if (rec.status === 'ended') break;
    const legal = plies.length ? plies[0].notation : null;
    if (!legal) { t.diagnostic('no plies offered (links)'); const m = page.getByRole('link', { name: /, your marble$/ }).last(); await m.tap(); await page.locator('main button[name="notation"]:visible').first().tap(); }
    else await page.locator(`button[name="notation"][value="${legal}"]`).first().tap({ timeout: 8000 }).catch((e) => t.diagnostic(`tap: ${e.message.split('\n')[0]}`));
  }
  site.assertNoErrors();
});
}
