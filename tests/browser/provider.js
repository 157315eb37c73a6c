// An OpenID Connect provider on this machine, with a page to sign in as anyone.
import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import Provider from 'oidc-provider';

const PAGE = `<!doctype html><html lang="en"><title>Club login</title><main><h1>Club login</h1><form method="post">
  <label>Account <input name="account"></label>
  <button name="action" value="enter">Enter</button> <button name="action" value="cancel">Cancel</button>
</form></main></html>`;

class TestProvider {
  constructor() {
    /** The claims of each account. */
    this.accounts = {};
    /** The paths of all requests. */
    this.requests = [];
  }

  /** Starts listening, at the same address as before. */
  async start() {
    this.server = http.createServer((request, response) => this.answer(request, response));
    this.server.listen(this.port ?? 0, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = this.server.address().port;
    this.url = `http://127.0.0.1:${this.port}`;
  }

  async stop() {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** The settings of a site that uses it. */
  get settings() {
    return { OIDC_ISSUER: this.url, OIDC_CLIENT_ID: 'parlour', OIDC_CLIENT_SECRET: 'secret of the site', OIDC_NAME: 'Club login' };
  }

  /** Makes a site known to it. */
  serve(site) {
    this.provider = new Provider(this.url, {
      clients: [{
        client_id: 'parlour',
        client_secret: this.settings.OIDC_CLIENT_SECRET,
        redirect_uris: [`${site.url}/login/oidc/callback`],
      }],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username', 'name', 'roles'] },
      cookies: { keys: ['a key for cookies'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
      findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...this.accounts[id] }) }),
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
        grant.addOIDCScope('openid profile email');
        await grant.save();
        return grant;
      },
    });
    this.callback = this.provider.callback();
  }

  async answer(request, response) {
    this.requests.push(request.url.split('?')[0]);
    if (!request.url.startsWith('/interaction/')) return this.callback(request, response);
    if (request.method === 'GET') return response.setHeader('Content-Type', 'text/html').end(PAGE);
    const form = new URLSearchParams(await text(request));
    const result = form.get('action') === 'cancel' ? { error: 'access_denied' } : { login: { accountId: form.get('account') } };
    return this.provider.interactionFinished(request, response, result);
  }
}

/** Starts a provider, which stops after the test. */
export async function openProvider(test) {
  const provider = new TestProvider();
  await provider.start();
  test.after(() => provider.server.listening && provider.stop());
  return provider;
}

/** Signs in at the provider, whose page is shown. */
export async function enterAtProvider(person, account) {
  await person.waitForHeadline('Club login');
  await person.page.getByLabel('Account').fill(account);
  await person.press('Enter');
}
