/** Wake-ups from the database: LISTEN on a connection of its own, and again whenever that breaks. */
import { setTimeout as sleep } from 'node:timers/promises';
import { newClient } from './single-client.ts';

/** So long after the connection broke, or could not be made. */
const pauseMs = 1000;

export interface Listening {
  stop(): Promise<void>;
}

/**
 * Calls what is given for a channel whenever something is said there, and also after a time in which nothing could be
 * heard. Resolves once it listens; throws where it cannot from the start.
 */
export async function startListening(
  url: string,
  applicationName: string,
  hearers: Readonly<Record<string, () => void>>,
): Promise<Listening> {
  const stopping = new AbortController();
  const channels = Object.keys(hearers);
  const listen = async () => {
    const broken = Promise.withResolvers<void>();
    const client = newClient(url, applicationName);
    client.on('end', () => broken.resolve());
    client.on('notification', ({ channel }) => hearers[channel]?.());
    try {
      await client.connect();
      for (const channel of channels) await client.query(`listen "${channel}"`);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    return { client, broken: broken.promise };
  };
  let current = await listen();
  const keepListening = async () => {
    for (;;) {
      await current.broken;
      current.client.end().catch(() => {});
      const next = await listenAgain();
      if (!next) return;
      current = next;
      for (const hear of Object.values(hearers)) hear();
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
      await current.client.end();
      await ended;
    },
  };
}
