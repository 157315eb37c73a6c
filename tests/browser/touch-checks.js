// Checks of the controls of a page on a phone: sizes, overlaps, and fields that Safari zooms into.

/** The least side of a control in CSS pixels, and on boards, whose squares cannot all be as large. */
const [LEAST, LEAST_ON_BOARD] = [44, 24];

/** The problems of the controls inside `scope` that are shown. Runs in the page. */
const controlFaults = ({ scope, least, leastOnBoard }) => {
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} pixels wide`);

  const describe = (one) => {
    const kind = (it) => [it.localName, ...it.classList].join('.') + (it.id && `#${it.id}`);
    const around = one.parentElement.closest('[class], [id]');
    const words = one.getAttribute('aria-label') || one.innerText || one.name || one.value || '';
    return `${around ? kind(around) : ''} ${kind(one)} “${words.trim().replace(/\s+/g, ' ').slice(0, 40)}”`;
  };
  /** What is pressed for a control: the label around it, if there is one. */
  const surface = (one) => (one.matches('input') && one.closest('label')) || one;
  const isShown = (one) => {
    const { width, height } = one.getBoundingClientRect();
    return one.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1 && !one.closest('.unseen');
  };
  /** Whether a link is in a line of text. */
  const isInText = (one) => {
    if (!one.matches('a') || getComputedStyle(one).display !== 'inline') return false;
    const block = one.closest('p, li, dd, dt, td, th, figcaption, blockquote, small, div').cloneNode(true);
    for (const control of block.querySelectorAll('a, button, .unseen')) control.remove();
    return /[\p{L}\p{N}]/u.test(block.textContent);
  };
  const kinds = 'a[href], button, summary, select, textarea, input:not([type=hidden])';
  const shown = [...document.querySelectorAll(`${scope} :is(${kinds})`)].filter((one) => isShown(surface(one)));
  const fields = 'select, textarea, input:not([type=radio], [type=checkbox], [type=range])';
  for (const field of shown.filter((one) => one.matches(fields))) {
    const size = parseFloat(getComputedStyle(field).fontSize);
    if (size < 16) found.push(`letters of ${size} pixels: ${describe(field)}`);
  }

  const controlAt = (x, y) => {
    const top = document.elementFromPoint(x, y);
    const control = top?.closest(`${kinds}, label`);
    return control && surface(control);
  };
  const controls = new Set(shown.filter((one) => !isInText(one)).map(surface));
  for (const one of controls) {
    one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { x, y, width, height } = one.getClientRects()[0];
    const [middle, centre] = [x + width / 2, y + height / 2];
    const hits = (x, y) => controlAt(x, y) === one;
    if (!hits(middle, centre)) {
      found.push(`covered: ${describe(one)}`);
      continue;
    }
    // A finger presses more than the box if a pseudo-element surrounds it, and less where something else is above it.
    const needed = one.closest('.press') ? leastOnBoard : least;
    const reach = (dx, dy) => {
      let far = 0;
      while (far < needed && hits(middle + dx * (far + 1), centre + dy * (far + 1))) far += 1;
      return far;
    };
    const sideOf = (dx, dy) => 1 + reach(dx, dy) + reach(-dx, -dy);
    // A pixel is lost where the edges are between two. Most controls are larger to all sides of their middle.
    const half = needed / 2 - 1;
    const isLarge = [[half, 0], [-half, 0], [0, half], [0, -half]].every(([dx, dy]) => hits(middle + dx, centre + dy));
    const size = isLarge ? [needed, needed] : [sideOf(1, 0), sideOf(0, 1)];
    if (Math.min(...size) < needed - 1) found.push(`${size.join('×')}: ${describe(one)}`);
    const edges = [[x + 2, centre], [x + width - 2, centre], [middle, y + 2], [middle, y + height - 2]];
    const there = edges.map(([x, y]) => controlAt(x, y));
    const other = there.find((other) => other && other !== one && !one.contains(other));
    if (other) found.push(`overlaps ${describe(other)}: ${describe(one)}`);
  }
  scrollTo(0, 0);
  return found;
};

/** The problems of the controls in a part of the current page. */
export function touchFaultsIn({ page }, scope) {
  return page.evaluate(controlFaults, { scope, least: LEAST, leastOnBoard: LEAST_ON_BOARD });
}

/** The problems of the current page: with all details open, then of each section behind a tab, and of each menu. */
export async function touchFaults(person) {
  const { page } = person;
  const check = (scope) => touchFaultsIn(person, scope);
  const [tabs, menus] = await page.evaluate(() => {
    for (const fold of document.querySelectorAll('details:not(.menu, .careful)')) fold.open = true;
    return ['#section-tabs [role=tab]', 'details.menu'].map((part) => document.querySelectorAll(part).length);
  });
  const found = await check('body');
  const press = (parts, number) => page.locator(parts).nth(number).evaluate((one) => one.click());
  for (let number = 0; number < tabs; number++) {
    await press('#section-tabs [role=tab]', number);
    found.push(...await check('.sections'));
  }
  for (let number = 0; number < menus; number++) {
    await press('details.menu > summary', number);
    found.push(...await check('details.menu[open] > div'));
    await press('details.menu > summary', number);
  }
  return found;
}
