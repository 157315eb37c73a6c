// Accessibility, width and the Content-Security-Policy of every page for visitors.
import { assertPagesFit, everyPage } from './every-page.js';
import { openSite, test } from './parlour.js';

test('every page of a visitor fits every screen, is accessible and violates no policy', async (t) => {
  const site = await openSite(t);
  const { shared } = await everyPage(site);
  const visitor = await site.visitor('Visitor');
  await assertPagesFit(visitor, [...shared, '/login', '/register', '/reset'], shared);
  site.assertNoErrors();
});
