/**
 * How a careful backend calls: what fails or gets no answer is sent again with the same idempotency key, to the other
 * instance; and what was answered once must be answered the same way whenever it is asked again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Program } from './program.ts';
import type { Random } from './random.ts';
import { type Shop, signedHeaders } from './shop.ts';

/** All buyers share one browser, as the bank's question is shown only where the payment began. */
const buyersBrowser = { Cookie: `counterfoil_buyer=${'c'.repeat(43)}` };

/** So long an answer may take, whatever is down; an advance of a test clock waits for its turn and works for a minute. */
const maxMs = (path: string): number => (path.endsWith('/test-clock/advance') ? 100_000 : 30_000);
/** No outage is as long as that, and the service has to be back by then. */
const patienceMs = 300_000;
const pauseMs = 200;

/** An instance of the service. */
export interface Instance {
  readonly program: Program;
  readonly url: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: whoever asked knows what it is
  readonly body: any;
}

interface Kept {
  readonly path: string;
  readonly text: string;
  readonly slug: string | undefined;
  readonly answer: Answer;
}

export interface Call {
  readonly action: string;
  readonly body: object;
  readonly key: string;
  /** Called by a page in a browser, for the store of that slug; else signed. */
  readonly slug?: string;
}

export class Caller {
  readonly instances: readonly Instance[];
  readonly shop: Shop;
  /** The first answer to each idempotency key. */
  readonly kept = new Map<string, Kept>();
  readonly problems: string[] = [];
  readonly counts = { requests: 0, failures: 0, refusals: 0, replays: 0, maxMs: 0 };
  /** Requests that had come to an instance before it was asked to end, and were not answered. */
  cut = 0;

  constructor(instances: readonly Instance[], shop: Shop) {
    this.instances = instances;
    this.shop = shop;
  }

  /** Calls an action until it has a definite answer. */
  async call({ action, body, key, slug }: Call, random: Random): Promise<Answer> {
    const [path, text] = [`/v1/actions/${action}`, JSON.stringify(body)];
    const answer = await this.#insist(random, path, () => this.#headers(path, text, key, slug), text);
    if (answer.status !== 200) return answer;
    this.#keep(key, { path, text, slug, answer });
    if (random.chance(0.2)) await this.#askAgain(key, random);
    return answer;
  }

  /** Posts what a page in a buyer's browser posts, until it has a definite answer. */
  async post(path: string, body: object, random: Random): Promise<Answer> {
    const text = JSON.stringify(body);
    return await this.#insist(random, path, () => buyersBrowser, text);
  }

  /** Asks every instance again for everything that was answered. */
  async askAllAgain(): Promise<void> {
    for (const [key, kept] of this.kept) {
      for (const instance of this.instances) {
        const headers = this.#headers(kept.path, kept.text, key, kept.slug);
        const again = await this.#attempt(instance, kept.path, headers, kept.text);
        this.#compare(key, kept, again);
      }
    }
  }

  async #askAgain(key: string, random: Random): Promise<void> {
    const kept = this.kept.get(key);
    if (!kept) return;
    const { path, text, slug } = kept;
    this.#compare(key, kept, await this.#insist(random, path, () => this.#headers(path, text, key, slug), text));
  }

  #keep(key: string, kept: Kept): void {
    const first = this.kept.get(key);
    if (first) this.#compare(key, first, kept.answer);
    else this.kept.set(key, kept);
  }

  #compare(key: string, { path, answer }: Kept, again: Answer | undefined): void {
    this.counts.replays += 1;
    if (again?.status === answer.status && again.text === answer.text) return;
    this.problems.push(
      `${path} with key ${key} was answered\n    ${answer.status} ${answer.text}\n  and then\n    ${again?.status} ${again?.text}`,
    );
  }

  #headers(path: string, text: string, key: string, slug: string | undefined): Record<string, string> {
    const who = slug ? { 'X-Store-Slug': slug, 'X-Environment': 'test' } : signedHeaders(this.shop, path, text);
    return { ...who, 'X-Idempotency-Key': key };
  }

  async #insist(random: Random, path: string, headers: () => Record<string, string>, text: string): Promise<Answer> {
    const deadline = performance.now() + patienceMs;
    let last: Answer | undefined;
    for (let turn = Math.floor(random.between(0, 2)); performance.now() < deadline; turn += 1) {
      const instance = this.instances[turn % this.instances.length];
      if (!instance) break;
      last = await this.#attempt(instance, path, headers(), text);
      if (last && last.status < 500 && ![409, 429].includes(last.status)) {
        if (last.status !== 200) this.counts.refusals += 1;
        return last;
      }
      await sleep(pauseMs);
    }
    this.problems.push(`${path} had no definite answer in time; the last one: ${last?.status} ${last?.text}`);
    throw new NoAnswer(path);
  }

  /** One request; undefined where no answer came. */
  async #attempt(
    { program, url }: Instance,
    path: string,
    headers: Record<string, string>,
    text: string,
  ): Promise<Answer | undefined> {
    const begunAt = performance.now();
    this.counts.requests += 1;
    try {
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: text,
        signal: AbortSignal.timeout(maxMs(path)),
      });
      const answered = await response.text();
      if (response.status >= 500) this.counts.failures += 1;
      return { status: response.status, text: answered, body: parse(answered) };
    } catch (error) {
      this.counts.failures += 1;
      if (program.drainsSince !== undefined && begunAt < program.drainsSince) this.cut += 1;
      if (error instanceof DOMException && error.name === 'TimeoutError') {
        this.problems.push(`${program.name} left ${path} unanswered for ${maxMs(path) / 1000} s`);
      }
      return undefined;
    } finally {
      this.counts.maxMs = Math.max(this.counts.maxMs, performance.now() - begunAt);
    }
  }
}

/** The service did not come back in time: noted where that happened. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
