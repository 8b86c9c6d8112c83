/** Buyers and attackers at a server that trusts its proxy. Each call names its own address. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { StripeDouble } from '../stripe/double.ts';

/** The total that the page shows for 29.00 USD with 19 % VAT. */
const shown = { totalMinor: 3451, renewalMinor: null };
const buyer = { country: 'DE', state: '', postcode: '', shown };

export interface PayAnswer {
  readonly status: number;
  readonly state: 'paid' | 'challenge' | 'processing' | undefined;
  readonly reason: string | undefined;
  readonly message: string | undefined;
  readonly challengePath: string | undefined;
  readonly retryAfter: number;
  readonly headers: Headers;
}

export interface CheckoutStore {
  readonly url: string;
  readonly slug: string;
  readonly productId: string;
  readonly environment: 'test' | 'prod';
  /** Takes the payments in prod. */
  readonly stripe?: StripeDouble;
}

/** A card as entered: typed (sandbox), or a token of Stripe's form. */
export type Card = { readonly cardNumber: string } | { readonly paymentToken: string };

const post = (url: string, address: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address, ...headers },
    body: JSON.stringify(body),
  });

/** Opens a checkout like the store's own page does. Returns undefined if the session limit refuses. */
export async function openSession(store: CheckoutStore, address: string): Promise<string | undefined> {
  const { url, slug, productId, environment } = store;
  const response = await post(
    `${url}/v1/actions/checkout/create-session`,
    address,
    { productId, productType: 'onetime', currency: 'USD' },
    { 'X-Store-Slug': slug, 'X-Environment': environment },
  );
  const body = (await response.json()) as { data: { sessionId: string } | null };
  if (response.status === 429) return undefined;
  if (!body.data) throw new Error(`no session: ${response.status} ${JSON.stringify(body)}`);
  return body.data.sessionId;
}

export async function tryCard(
  { url, slug }: CheckoutStore,
  sessionId: string,
  address: string,
  email: string,
  card: Card,
): Promise<PayAnswer> {
  const typed = 'cardNumber' in card ? { cardExpiry: '12 / 40', cardCvc: '123' } : {};
  const form = { ...buyer, email, ...typed, ...card };
  const response = await post(`${url}/${slug}/checkout/${sessionId}/pay`, address, form);
  return await readAnswer(response);
}

async function readAnswer(response: Response): Promise<PayAnswer> {
  const { data, errors } = (await response.json()) as {
    data: { state: PayAnswer['state']; challengePath: string | null } | null;
    errors?: { message: string; reason?: string }[];
  };
  return {
    status: response.status,
    state: data?.state,
    reason: errors?.[0]?.reason,
    message: errors?.[0]?.message,
    challengePath: data?.challengePath ?? undefined,
    retryAfter: Number(response.headers.get('retry-after') ?? 0),
    headers: response.headers,
  };
}

/** Passes the bank's challenge, on the sandbox's page or at the Stripe double. */
export async function passBank(store: CheckoutStore, path: string, address: string, paid: PayAnswer): Promise<boolean> {
  if (store.stripe) return await passStripeBank(store.url, store.stripe, path);
  // Only the buyer's browser may answer the bank's challenge.
  const [Cookie = ''] = (paid.headers.getSetCookie()[0] ?? '').split(';', 1);
  const finish = `${store.url}${path.split('?')[0]}/finish`;
  const response = await post(finish, address, { passed: true }, { Cookie });
  return (await readAnswer(response)).state === 'paid';
}

/** Stripe notifies the server by webhook, as it does if the buyer does not return. */
async function passStripeBank(url: string, stripe: StripeDouble, path: string): Promise<boolean> {
  const id = new URL(path).pathname.split('/')[2] ?? '';
  stripe.ledger.finishChallenge(id, true);
  const intent = stripe.ledger.objects.get(id);
  if (intent?.status !== 'succeeded') return false;
  const { body, signature } = stripe.webhook('payment_intent.succeeded', intent);
  const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
  const response = await fetch(`${url}/v1/payment-webhooks/stripe`, { method: 'POST', headers, body });
  return response.status === 200 && ((await response.json()) as { data: { applied: boolean } }).data.applied;
}

export interface Purchase {
  readonly isPaid: boolean;
  readonly isAuthenticated: boolean;
  /** The sum of the waits that refusals asked for. */
  readonly waitedSeconds: number;
}

/** Buys like a buyer who follows the page: waits as long as it asks, and answers the bank. */
export async function buy(
  store: CheckoutStore,
  address: string,
  email: string,
  card: Card,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<Purchase> {
  let waitedSeconds = 0;
  const sessionId = await openSession(store, address);
  if (!sessionId) return { isPaid: false, isAuthenticated: false, waitedSeconds };
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const answer = await tryCard(store, sessionId, address, email, card);
    if (answer.state === 'challenge' && answer.challengePath) {
      const isPaid = await passBank(store, answer.challengePath, address, answer);
      return { isPaid, isAuthenticated: true, waitedSeconds };
    }
    if (answer.status !== 429) return { isPaid: answer.state === 'paid', isAuthenticated: false, waitedSeconds };
    waitedSeconds += answer.retryAfter;
    await wait(answer.retryAfter * 1000);
  }
  return { isPaid: false, isAuthenticated: false, waitedSeconds };
}
