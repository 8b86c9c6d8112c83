/** Reads a store's event feed, and verifies that it is complete. */
import { type FeedPosition, type LinkedEvent, problemOf } from '#server/webhooks/feed/rules/feed-chain.ts';
import { type Api, untilAnswered } from './api.ts';

export interface FeedEvent extends LinkedEvent {
  readonly id: string;
  readonly eventType: string;
  /** ISO 8601. */
  readonly publishedAt: string;
  /** The headers of a delivery, if they were asked for. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FeedPage {
  readonly environment: 'test' | 'prod';
  readonly events: readonly FeedEvent[];
  readonly lastSequence: number;
}

const waitSeconds = 25;

export interface ReadOptions {
  readonly signal: AbortSignal;
  /** Called for each failed attempt that is repeated. */
  readonly onRetry: (error: Error) => void;
}

/** The feed of one store in the key's environment. */
export class Feed {
  readonly #api: Api;
  readonly #storeId: string;
  readonly #options: ReadOptions;

  constructor(api: Api, storeId: string, options: ReadOptions) {
    this.#api = api;
    this.#storeId = storeId;
    this.#options = options;
  }

  /** One page, at once. */
  page(after: number, query: { readonly limit?: number; readonly signed?: boolean; readonly wait?: number } = {}) {
    const { signal, onRetry } = this.#options;
    const read = (): Promise<FeedPage> =>
      this.#api.read('/v1/events', { storeId: this.#storeId, after, ...query }, { signal });
    return untilAnswered(read, signal, onRetry);
  }

  /** The event with this sequence, with current headers. */
  async signed(sequence: number): Promise<FeedEvent | undefined> {
    const { events } = await this.page(sequence - 1, { limit: 1, signed: true });
    return events[0];
  }

  /**
   * The pages after `after`, until the signal; an empty page when there is nothing for a while. Throws an Error if an event
   * is missing or altered.
   */
  async *pages(after: number): AsyncGenerator<readonly FeedEvent[]> {
    let last: FeedPosition | undefined;
    for (let cursor = after; ; cursor = last?.sequence ?? cursor) {
      const { events } = await this.page(cursor, { signed: true, wait: waitSeconds });
      for (const event of events) {
        const problem = problemOf(last ?? { sequence: cursor, digest: event.previousDigest }, event);
        if (problem !== undefined) throw new Error(`The event feed is broken: ${problem}`);
        last = event;
      }
      yield events;
    }
  }

  /** The sequence before the first event that was published at that time or later. */
  async sequenceBefore(moment: Date, lastSequence: number): Promise<number> {
    let [low, high] = [0, lastSequence];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const [event] = (await this.page(middle, { limit: 1 })).events;
      if (event && Date.parse(event.publishedAt) < moment.getTime()) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
