// Helpers for tests with staff.
import assert from 'node:assert/strict';
import path from 'node:path';
import { PASSWORD } from './parlour.js';

/** Signs in by the form. */
export async function signIn(person) {
  await person.page.goto('/login');
  await person.page.getByLabel('Name').fill(person.name);
  await person.page.getByLabel('Password').fill(PASSWORD);
  await person.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await person.page.waitForURL((url) => url.pathname !== '/login');
}

/** Submits a form by HTTP and asserts that it was accepted. */
export async function postForm(person, to, form) {
  const answer = await person.context.request.post(to, { form, maxRedirects: 0 });
  assert.equal(answer.status(), 303, to);
}

/** An admin, created at the command line. */
export async function admin(site, name) {
  const database = `sqlite://${path.join(site.folder, 'parlour.db')}`;
  await site.runCommand(['admin', 'create', name, '--database-url', database], `${PASSWORD}\n`);
  const person = await site.visitor(name);
  await signIn(person);
  return person;
}
