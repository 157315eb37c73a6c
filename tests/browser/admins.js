// Staff with a browser, and forms that are sent without one.
import assert from 'node:assert/strict';
import path from 'node:path';
import { PASSWORD } from './house.js';

/** Signs in by the form. */
export async function signsIn(person) {
  await person.page.goto('/login');
  await person.page.getByLabel('Name').fill(person.name);
  await person.page.getByLabel('Password').fill(PASSWORD);
  await person.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await person.page.waitForURL((url) => url.pathname !== '/login');
}

/** Sends a form that has to be taken. */
export async function posts(person, to, form) {
  const answer = await person.context.request.post(to, { form, maxRedirects: 0 });
  assert.equal(answer.status(), 303, to);
}

/** An admin, created at the command line. */
export async function admin(house, name) {
  const database = `sqlite://${path.join(house.folder, 'parlour.db')}`;
  await house.says(['admin', 'create', name, '--database-url', database], `${PASSWORD}\n`);
  const person = await house.visitor(name);
  await signsIn(person);
  return person;
}
