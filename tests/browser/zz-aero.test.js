import { test } from 'node:test';
import { PHONE, openSite } from './parlour.js';
test(`hints aeroplane`, async (t) => {
  const site = await openSite(t);
  const ada = await site.player('Ada', PHONE);
  const matchPath = await ada.createMatch('aeroplane', { bot: '1' });
  const { page } = ada;
  const t0 = Date.now();
  let last = '';
  page.on('response', async (r) => { if (/\/(hint|plies|seen)$/.test(r.url())) t.diagnostic(`${Date.now() - t0} RESPONSE ${r.url().slice(-6)} ${r.status()}`); });
  let hinted = 0, moved = 0;
  while (Date.now() - t0 < 40000) {
    const st = await page.evaluate(() => [document.querySelector('#press').dataset.seq, document.querySelector('h1').innerText, document.querySelector('#named').innerText.replace(/\n/g, ' '), document.querySelectorAll('#press button').length].join(' ; '));
    const rec = await site.record(matchPath);
    const line = `${st} || server ${rec.seq} toact ${rec.to_act} ${rec.plies.slice(-4).map((p) => p.seat + ':' + p.notation).join(' ')}`;
    if (line !== last) t.diagnostic(`${Date.now() - t0} ${line}`);
    last = line;
    const hint = page.locator('#named').getByRole('button', { name: 'Hint', exact: true });
    const seq = await page.locator('#press').getAttribute('data-seq');
    if (await hint.isVisible() && hinted !== seq) { hinted = seq; t.diagnostic(`${Date.now() - t0} TAP hint at ${seq}`); await hint.tap(); moved = Date.now() + 3000; }
    if (moved && Date.now() > moved) { moved = 0; const b = page.locator('#press button[name="notation"]').last(); if (await b.isVisible()) { t.diagnostic(`${Date.now() - t0} TAP move`); await b.tap(); } else { t.diagnostic('no move button'); } }
    await page.waitForTimeout(60);
  }
});
