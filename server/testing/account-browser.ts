/** Calls the account service like a browser, in this process and with the test's own settings. */
import { randomUUID } from 'node:crypto';
import { databaseUrl } from './worker-servers.ts';

type Answer = (request: Request) => Promise<Response>;
type Service = typeof import('#server/api/sign-in/merchant-auth.ts');

const shared = globalThis as typeof globalThis & Record<string, unknown>;

/** Starts the account service with these settings. It replaces the previous one of this process. */
export async function startAccounts(environment: Record<string, string | undefined> = {}): Promise<Service> {
  const defaults = {
    DATABASE_URL: databaseUrl,
    APP_URL: 'http://localhost:3000',
    HOST: '127.0.0.1',
    RATE_LIMIT_SIGN_IN_PER_MINUTE: '1000',
    RATE_LIMIT_COUNTERS: 'memory',
    SMTP_URL: '',
    SIGN_UP: '',
  };
  Object.assign(process.env, defaults, environment);
  for (const name of ['counterfoilSettings', 'counterfoilAuth', 'counterfoilRateLimits']) delete shared[name];
  return await import('#server/api/sign-in/merchant-auth.ts');
}

/** One browser. It stores the cookies that it receives. */
export class AccountBrowser {
  readonly cookies = new Map<string, string>();
  readonly #service: { readonly answerAccountCall: Answer };
  readonly #address: string;

  constructor(service: { readonly answerAccountCall: Answer }, address = '198.51.100.7') {
    this.#service = service;
    this.#address = address;
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async call(path: string, body?: object) {
    const appUrl = process.env.APP_URL ?? '';
    const headers = {
      Origin: appUrl,
      'Content-Type': 'application/json',
      'User-Agent': 'Firefox',
      Cookie: this.cookie,
      'X-Forwarded-For': this.#address,
    };
    const request = body ? { method: 'POST', body: JSON.stringify(body) } : { method: 'GET' };
    const response = await this.#service.answerAccountCall(
      new Request(`${appUrl}/api/auth${path}`, { ...request, headers }),
    );
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: answers have several shapes, and tests read them freely
    return { status: response.status, body: (text.startsWith('{') ? JSON.parse(text) : null) as any };
  }

  /** Asks the database. The cookie cache alone would not show a revoked session. */
  async isSignedIn(): Promise<boolean> {
    return (await this.call('/get-session?disableCookieCache=true')).body !== null;
  }

  /** The headers of a dashboard page's requests, as the handlers receive them. */
  get dashboardHeaders() {
    const appUrl = process.env.APP_URL ?? '';
    return { cookie: this.cookie, origin: appUrl, host: new URL(appUrl).host, 'x-environment': 'test' };
  }

  /** Calls an action as a dashboard page does, by default in test. */
  async act(action: string, body: object, headers: Readonly<Record<string, string>> = {}) {
    const { handleDashboardAction } = await import('#server/api/dashboard-handler.ts');
    const answer = await handleDashboardAction(action, {
      method: 'POST',
      url: `/dashboard/api/${action}`,
      headers: { ...this.dashboardHeaders, ...headers },
      body: Buffer.from(JSON.stringify(body)),
      address: '203.0.113.9',
    });
    const { data, errors } = JSON.parse(String(answer.body));
    return { status: answer.status, data, error: errors?.[0] };
  }
}

/** Creates an account in a new browser, which is then signed in. */
export async function signUp(service: { readonly answerAccountCall: Answer }, name = 'Ana') {
  const account = { name, email: `${randomUUID()}@example.com`, password: 'a long password' };
  const browser = new AccountBrowser(service);
  const { status, body } = await browser.call('/sign-up/email', account);
  if (status !== 200) throw new Error(`sign-up answered ${status}`);
  return { ...account, id: String(body.user.id), browser };
}
