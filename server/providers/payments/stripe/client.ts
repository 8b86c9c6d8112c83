/** Stripe's library, set up once per key. */
import type Stripe from 'stripe';

/** Stripe's address and our credentials. */
export interface StripeAccount {
  readonly secretKey: string;
  /** Its origin. */
  readonly apiUrl: string;
}

/** Long enough for a bank's answer. A slower call has an unknown outcome, which is queried later. */
const defaultTimeoutMs = 15_000;

const clients = new Map<string, Promise<Stripe>>();

/** Loaded on first use: it takes 0.2 s and 35 MB, which an installation without Stripe need not spend. */
export const loadStripeLibrary = async (): Promise<typeof Stripe> => (await import('stripe')).default;

/** The client of an account. Created once, since it keeps connections open. */
export function stripeClient(account: StripeAccount, timeoutMs = defaultTimeoutMs): Promise<Stripe> {
  const name = `${account.apiUrl} ${timeoutMs} ${account.secretKey}`;
  let client = clients.get(name);
  if (!client) {
    client = makeClient(account, timeoutMs);
    clients.set(name, client);
  }
  return client;
}

async function makeClient({ secretKey, apiUrl }: StripeAccount, timeoutMs: number): Promise<Stripe> {
  const Library = await loadStripeLibrary();
  const { hostname, port, protocol } = new URL(apiUrl);
  return new Library(secretKey, {
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}
