/** The public keys that verify webhooks. */
import { type Runtime, runtimeWith } from '../runtime.ts';
import { send } from '../send.ts';

/** Returns the public key with an ID, in PEM; undefined if there is none with this ID. */
export type FindWebhookKey = (id: string) => Promise<string | undefined>;

export interface WebhookKeysOptions extends Partial<Pick<Runtime, 'fetch' | 'clock'>> {
  /** The server’s URL. */
  readonly baseUrl: string;
  readonly environment: 'test' | 'prod';
}

/** A new key is published for longer than this before it signs. */
const cacheMs = 5 * 60_000;

/**
 * Finds keys at `/v1/webhook-keys`. They are cached for five minutes. Throws CounterfoilError or ConnectionError if
 * they cannot be read: answer 5xx then, and the server delivers again.
 */
export function webhookKeys({ baseUrl, environment, ...replaced }: WebhookKeysOptions): FindWebhookKey {
  const runtime = runtimeWith(replaced);
  const url = `${baseUrl.replace(/\/+$/, '')}/v1/webhook-keys?environment=${environment}`;
  let cache: { readonly readAt: number; readonly keys: Promise<ReadonlyMap<string, string>> } | undefined;

  async function read(): Promise<ReadonlyMap<string, string>> {
    const { data } = await send(runtime, { method: 'GET', url, headers: async () => ({}) });
    const published = (data as PublishedKeys)[environment]?.keys ?? [];
    return new Map(published.map(({ id, publicKey }) => [id, publicKey]));
  }

  return async (id) => {
    const now = runtime.clock.now();
    if (!cache || Math.abs(now - cache.readAt) > cacheMs) {
      const keys = read();
      const current = { readAt: now, keys };
      cache = current;
      // A failure is not cached.
      keys.catch(() => {
        if (cache === current) cache = undefined;
      });
    }
    return (await cache.keys).get(id);
  };
}

type PublishedKeys = Readonly<
  Partial<Record<'test' | 'prod', { readonly keys: readonly { readonly id: string; readonly publicKey: string }[] }>>
>;
