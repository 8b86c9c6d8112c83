/** A buyer at a store's portal: a browser, a token, orders. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Environment } from '#server/domain/environments.ts';
import { toShortId } from '#server/domain/ids.ts';
import { baseUrl, newSession, newSubscriptionSession, pay, type TestMerchant } from '../api.ts';
import { paymentsOf, updateOrder } from './rows.ts';

const origin = new URL(baseUrl).origin;
export const newEmail = () => `${randomUUID()}@example.com`;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers whose shape they test
  readonly body: any;
  readonly cookie: string | undefined;
}

/** A browser at one store's portal. It stores the cookie and sends its origin. */
export function browserAt(slug: string) {
  let cookie: string | undefined;
  const read = async (response: Response): Promise<Answer> => {
    const setCookie = response.headers.getSetCookie().find((text) => text.startsWith('counterfoil_portal='));
    if (setCookie) cookie = /Max-Age=0/.test(setCookie) ? undefined : setCookie.split(';')[0];
    const text = await response.text();
    const body = /^[{[]/.test(text) ? JSON.parse(text) : text;
    return { status: response.status, headers: response.headers, body, cookie: setCookie };
  };
  const cookieHeader = (): Record<string, string> => (cookie ? { Cookie: cookie } : {});
  return {
    get cookie() {
      return cookie;
    },
    set cookie(value: string | undefined) {
      cookie = value;
    },
    /** Requests a page's values like the browser's own script does. */
    async page(path = '', headers: Record<string, string> = {}) {
      const url = `${baseUrl}/${slug}/portal${path}`;
      const { body } = await read(
        await fetch(url, { headers: { Accept: 'application/json', ...cookieHeader(), ...headers } }),
      );
      return body.content;
    },
    async get(path: string) {
      return await read(
        await fetch(`${baseUrl}/${slug}/portal${path}`, { headers: cookieHeader(), redirect: 'manual' }),
      );
    },
    async post(path: string, body: object = {}, headers: Record<string, string> = {}) {
      const method = { method: 'POST', body: JSON.stringify(body) };
      const defaults = { 'Content-Type': 'application/json', Origin: origin, ...cookieHeader(), ...headers };
      return await read(await fetch(`${baseUrl}/${slug}/portal/${path}`, { ...method, headers: defaults }));
    },
  };
}
export type TestBrowser = ReturnType<typeof browserAt>;

/** Creates a customer's session token like the merchant's backend does. */
export async function tokenFor(
  merchant: TestMerchant,
  buyerIdentity: string,
  environment: Environment = 'test',
): Promise<string> {
  const input = { storeId: merchant.storeId, buyerIdentity };
  const { body } = await merchant.call('auth/issue-session-token', input, { environment });
  return body.data.token;
}

/** Creates a paid order of this buyer, or a subscription with `isSubscription`. */
export async function newPurchase(
  merchant: TestMerchant,
  email: string,
  options: { identity?: string; isSubscription?: true } = {},
) {
  const { sessionId } = await (options.isSubscription ? newSubscriptionSession : newSession)(merchant);
  await pay(merchant, sessionId, { email, country: 'US', state: 'OR' });
  const order = await updateOrder(
    sessionId,
    options.identity ? { buyerIdentity: options.identity } : { buyerEmail: email },
  );
  const [payment] = await paymentsOf(sessionId);
  return { id: order.orderId, uuid: order.id, paymentId: toShortId('PAY', payment?.id ?? '') };
}

/** A browser that has signed in as this buyer with a session token. */
export async function signInBrowser(merchant: TestMerchant, identity: string, environment: Environment = 'test') {
  const browser = browserAt(merchant.slug);
  const answer = await browser.post('enter', { token: await tokenFor(merchant, identity, environment), environment });
  expect(answer.status).toBe(200);
  return browser;
}

export const messageOf = ({ status, body }: Answer) => [status, body.errors?.[0]?.message];
