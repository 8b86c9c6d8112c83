/** Stripe's own library, set up once for a key. */
import type Stripe from 'stripe';

/** Where Stripe is, and who we are there. */
export interface StripeAccount {
  readonly secretKey: string;
  /** Its origin. */
  readonly apiUrl: string;
}

/** Long enough for a bank's answer; what takes longer counts as unknown, and is asked for later. */
const defaultTimeoutMs = 15_000;

const clients = new Map<string, Promise<Stripe>>();

/**
 * Loaded when it is first needed: it takes a fifth of a second and 35 MB, which a service without Stripe's keys need not
 * spend.
 */
export const loadStripeLibrary = async (): Promise<typeof Stripe> => (await import('stripe')).default;

/** The client of an account. Made once: it keeps connections open. */
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
