// Contrast of the planes of Aeroplane Chess for users with red-green colour blindness.
import assert from 'node:assert/strict';
import { openSite, test } from './parlour.js';

/** The luminance of each pixel of an image drawn at a size in pixels, from 0 to 255. */
async function grey(page, url, side) {
  await page.goto('/rules');
  await page.evaluate(async ([url, side]) => {
    const image = Object.assign(new Image(side, side), { src: url });
    document.body.replaceChildren(image);
    await image.decode();
  }, [url, side]);
  const image = page.locator('img');
  // In a window of the usual size: Chromium cannot always capture one as small as a plane.
  const png = (await image.screenshot()).toString('base64');
  await page.goto('about:blank');
  return page.evaluate(async (png) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${png}`;
    await picture.decode();
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const paper = canvas.getContext('2d');
    paper.drawImage(picture, 0, 0);
    const { data } = paper.getImageData(0, 0, canvas.width, canvas.height);
    return Array.from({ length: data.length / 4 }, (_, pixel) => 0.213 * data[4 * pixel] + 0.715 * data[4 * pixel + 1] + 0.072 * data[4 * pixel + 2]);
  }, png);
}

for (const type of ['deuteranopia', 'protanopia']) {
  test(`red and green planes differ clearly in lightness with ${type}`, async (t) => {
    const site = await openSite(t);
    const { page, context } = await site.visitor('Visitor');
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setEmulatedVisionDeficiency', { type });
    // About the size of a plane on a board 360 px wide.
    const [red, green] = [
      await grey(page, '/assets/now/planes/red.svg', 22),
      await grey(page, '/assets/now/planes/green.svg', 22),
    ];
    const plane = red.filter((value, pixel) => value < 240 || green[pixel] < 240).length;
    const clear = red.filter((value, pixel) => Math.abs(value - green[pixel]) > 60).length;
    assert.ok(clear / plane > 0.25, `${clear} of ${plane} pixels differ clearly`);
  });
}
