/** Notifications from the database: LISTEN on a separate connection, repeated when that breaks. */
import { setTimeout as sleep } from 'node:timers/promises';
import { newClient } from './single-client.ts';

/** The pause after a connection broke or failed to open. */
const pauseMs = 1000;

export interface Listening {
  stop(): Promise<void>;
}

/**
 * Calls a channel's function with the payload of each notification, and with an empty one after a time in which
 * notifications could have been missed.
 * Resolves once it listens; throws if the first attempt fails, unless `mayBeAway`.
 */
export async function startListening(
  url: string,
  applicationName: string,
  hearers: Readonly<Record<string, (payload: string) => void>>,
  { mayBeAway = false } = {},
): Promise<Listening> {
  const stopping = new AbortController();
  const channels = Object.keys(hearers);
  const listen = async () => {
    const broken = Promise.withResolvers<void>();
    const client = newClient(url, applicationName);
    client.on('end', () => broken.resolve());
    client.on('notification', ({ channel, payload = '' }) => hearers[channel]?.(payload));
    try {
      await client.connect();
      for (const channel of channels) await client.query(`listen "${channel}"`);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    return { client, broken: broken.promise };
  };
  let current = await listen().catch((error: unknown) => {
    if (!mayBeAway) throw error;
    return undefined;
  });
  const keepListening = async () => {
    for (;;) {
      await current?.broken;
      current?.client.end().catch(() => {});
      const next = await listenAgain();
      if (!next) return;
      current = next;
      for (const notify of Object.values(hearers)) notify('');
    }
  };
  const listenAgain = async () => {
    while (!stopping.signal.aborted) {
      await sleep(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (stopping.signal.aborted) break;
      const next = await listen().catch(() => undefined);
      if (next) return next;
    }
    return undefined;
  };
  const ended = keepListening();
  return {
    async stop() {
      stopping.abort();
      await current?.client.end();
      await ended;
    },
  };
}
