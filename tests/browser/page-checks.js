// Checks of accessibility and width for every page.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WIDTHS = [320, 360, 768, 1440, 1920];

/** Elements beyond the right edge of the page. */
const overflow = () => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > width + 0.5)
    .map((element) => element.outerHTML.slice(0, 120)).slice(0, 5);
};

/** `overflow` at a text size of 200 %. */
async function overflowOfLargeText(page) {
  const sizeText = (size) => page.evaluate((size) => { document.documentElement.style.fontSize = size; }, size);
  await sizeText('200%');
  const wide = await page.evaluate(overflow);
  await sizeText('');
  return wide;
}

/** Violations found by axe. In the dark theme only rules about colour are checked, as nothing else differs. */
const faults = async (page, night) => {
  if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(axe);
  const rules = night ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {};
  const { violations } = await page.evaluate((rules) => window.axe.run(document, { resultTypes: ['violations'], ...rules }), rules);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`);
};

/** All problems of the current page on every screen in both themes. Takes a screenshot of each. */
export async function pageFaults(person, name) {
  const found = [];
  for (const colorScheme of ['light', 'dark']) {
    await person.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of colorScheme === 'light' ? WIDTHS : [360, 1440]) {
      await person.page.setViewportSize({ width, height: 800 });
      await person.screenshot(`page-${person.name}-${name}-${width}-${colorScheme}`, { fullPage: true });
      for (const wide of await person.page.evaluate(overflow)) found.push(`${person.name}, ${name} is too wide at ${width}: ${wide}`);
      if (width === 360 && colorScheme === 'light') {
        for (const wide of await overflowOfLargeText(person.page)) found.push(`${person.name}, ${name} is too wide at ${width} with text of 200 %: ${wide}`);
      }
      if (width === 360 || width === 1440) for (const fault of await faults(person.page, colorScheme === 'dark')) found.push(`${person.name}, ${name} at ${width}, ${colorScheme}: ${fault}`);
    }
  }
  return found;
}
