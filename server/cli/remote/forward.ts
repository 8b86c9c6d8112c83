/** Forwards events to a local receiver, with the requests of real webhook deliveries. */
import { setTimeout as sleep } from 'node:timers/promises';
import { secretHeaders } from '#server/webhooks/channels/http.ts';
import { reasonOf } from './api.ts';
import { type Chaos, chaosFor } from './chaos-plan.ts';
import type { Feed, FeedEvent } from './feed.ts';

/** The time limit of a delivery, as of real ones. */
const timeoutMs = 10_000;
/** The pauses before the repeats of a failed delivery. Real ones are repeated for more than a day. */
const retryPausesMs = [1000, 2000, 4000];
/** Receivers refuse signatures that are some minutes old. */
const maxSignatureAgeMs = 60_000;

export interface ForwardOptions {
  readonly address: string;
  readonly secret: string;
  /** Undefined: no chaos. */
  readonly chaosSeed: string | undefined;
  readonly signal: AbortSignal;
  /** Prints a line. */
  readonly print: (line: string) => void;
}

export interface ForwardCounts {
  sent: number;
  succeeded: number;
  failed: number;
}

/** Sends events one after the other. */
export class Forwarder {
  readonly counts: ForwardCounts = { sent: 0, succeeded: 0, failed: 0 };
  #feed: Feed;
  #options: ForwardOptions;
  /** Events that are sent after the next one. */
  readonly #held: FeedEvent[] = [];

  constructor(feed: Feed, options: ForwardOptions) {
    this.#feed = feed;
    this.#options = options;
  }

  /** Sends an event, and repeats it if it fails. Rejects with the signal's reason. */
  async forward(event: FeedEvent): Promise<void> {
    const { chaosSeed } = this.#options;
    const chaos: Chaos = chaosSeed === undefined ? { effect: 'none', waitMs: 0 } : chaosFor(chaosSeed, event.sequence);
    if (chaos.effect === 'reorder') {
      this.#held.push(event);
      this.#print(event, 'held until the next event');
      return;
    }
    await this.#sendWith(chaos, event);
    await this.#sendHeld('reordered');
  }

  /** Sends the held events, because no next one has come. */
  async flush(): Promise<void> {
    await this.#sendHeld('delayed');
  }

  /** Sends the held events after the stop, with another feed and signal. Counts those that cannot be sent in time. */
  async finish(feed: Feed, signal: AbortSignal): Promise<void> {
    this.#feed = feed;
    this.#options = { ...this.#options, signal };
    try {
      await this.flush();
    } catch {
      this.counts.failed += this.#held.length;
    }
  }

  async #sendHeld(note: string): Promise<void> {
    for (let [event] = this.#held; event; [event] = this.#held) {
      await this.#send(event, note);
      this.#held.shift();
    }
  }

  async #sendWith({ effect, waitMs }: Chaos, event: FeedEvent): Promise<void> {
    const { signal } = this.#options;
    if (effect === 'drop') this.#print(event, `dropped, again in ${waitMs} ms`);
    if (effect === 'drop' || effect === 'delay') await sleep(waitMs, undefined, { signal });
    await this.#send(event, effect === 'delay' ? 'delayed' : '');
    if (effect === 'duplicate') await this.#send(event, 'duplicate');
  }

  async #send(event: FeedEvent, note: string): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      if (await this.#attempt(event, note)) return;
      const pauseMs = retryPausesMs[attempt];
      if (pauseMs === undefined) break;
      await sleep(pauseMs, undefined, { signal: this.#options.signal });
    }
    this.counts.failed += 1;
  }

  /** One request; whether it succeeded. */
  async #attempt(event: FeedEvent, note: string): Promise<boolean> {
    const { address, secret, signal } = this.#options;
    const headers = await this.#headersOf(event, secret);
    const started = performance.now();
    this.counts.sent += 1;
    try {
      const signals = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const init = { method: 'POST', headers, body: event.body, redirect: 'manual', signal: signals } as const;
      const response = await fetch(address, init);
      await response.arrayBuffer().catch(() => {});
      const outcome = `${response.status} in ${Math.round(performance.now() - started)} ms`;
      this.#print(event, note ? `${outcome}, ${note}` : outcome);
      if (!response.ok) return false;
      this.counts.succeeded += 1;
      return true;
    } catch (error) {
      signal.throwIfAborted();
      this.#print(event, reasonOf(error));
      return false;
    }
  }

  /** The headers of a delivery with a current signature. */
  async #headersOf(event: FeedEvent, secret: string): Promise<Record<string, string>> {
    let headers = event.headers ?? {};
    if (Date.now() - signedAt(headers) > maxSignatureAgeMs)
      headers = (await this.#feed.signed(event.sequence))?.headers ?? {};
    const { id, body } = event;
    return { ...headers, ...secretHeaders({ id, body, at: new Date(signedAt(headers)) }, secret) };
  }

  #print({ sequence, eventType }: FeedEvent, outcome: string): void {
    const time = new Date().toTimeString().slice(0, 8);
    this.#options.print(`${time}  #${sequence}  ${eventType}  ${outcome}`);
  }
}

/** The time of a delivery's signature, `t=<milliseconds>,v1=…`. */
const signedAt = (headers: Readonly<Record<string, string>>): number =>
  Number(/^t=(\d+),/.exec(headers['X-Webhook-Signature'] ?? '')?.[1] ?? 0);
