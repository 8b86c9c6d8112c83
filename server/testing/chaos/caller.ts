/**
 * Calls like a careful backend: a request that fails or gets no answer is retried at the other instance with the same
 * idempotency key. A repeated request must get its first answer.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChaosMerchant, signedHeaders } from './merchant.ts';
import type { Program } from './program.ts';
import type { Random } from './random.ts';

/** All buyers share one browser, because only the browser that began a payment may see the bank's challenge. */
const buyersBrowser = { Cookie: `counterfoil_buyer=${'c'.repeat(43)}` };

/** The time limit of an answer during an outage. Advancing a test clock waits in a queue and may work for a minute. */
const timeoutMsOf = (path: string): number => (path.endsWith('/test-clock/advance') ? 100_000 : 30_000);
/** Longer than any outage. The service must be back by then. */
const maxWaitMs = 300_000;
const pauseMs = 200;

/** An instance of the service. */
export interface Instance {
  readonly program: Program;
  readonly url: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the answer's shape
  readonly body: any;
}

interface AnsweredCall {
  readonly path: string;
  readonly text: string;
  readonly slug: string | undefined;
  readonly answer: Answer;
}

export interface Call {
  readonly action: string;
  readonly body: object;
  readonly key: string;
  /** The slug of the store if a page in a browser calls. Otherwise the call is signed. */
  readonly slug?: string;
}

export class Caller {
  readonly instances: readonly Instance[];
  readonly merchant: ChaosMerchant;
  /** The first answer to each idempotency key. */
  readonly answers = new Map<string, AnsweredCall>();
  readonly problems: string[] = [];
  readonly counts = { requests: 0, failures: 0, refusals: 0, replays: 0, maxMs: 0 };
  /** Requests that an instance received before it was asked to stop, and never answered. */
  unansweredRequests = 0;

  constructor(instances: readonly Instance[], merchant: ChaosMerchant) {
    this.instances = instances;
    this.merchant = merchant;
  }

  /** Calls an action until it has a definite answer. */
  async call({ action, body, key, slug }: Call, random: Random): Promise<Answer> {
    const [path, text] = [`/v1/actions/${action}`, JSON.stringify(body)];
    const answer = await this.#callUntilAnswered(random, path, () => this.#headers(path, text, key, slug), text);
    if (answer.status !== 200) return answer;
    this.#recordAnswer(key, { path, text, slug, answer });
    if (random.chance(0.2)) await this.#repeatCall(key, random);
    return answer;
  }

  /** Posts like a page in a buyer's browser, until it has a definite answer. */
  async post(path: string, body: object, random: Random): Promise<Answer> {
    const text = JSON.stringify(body);
    return await this.#callUntilAnswered(random, path, () => buyersBrowser, text);
  }

  /** Repeats every answered request at every instance. */
  async repeatAllCalls(): Promise<void> {
    for (const [key, call] of this.answers) {
      for (const instance of this.instances) {
        const headers = this.#headers(call.path, call.text, key, call.slug);
        const repeated = await this.#attempt(instance, call.path, headers, call.text);
        this.#compare(key, call, repeated);
      }
    }
  }

  async #repeatCall(key: string, random: Random): Promise<void> {
    const call = this.answers.get(key);
    if (!call) return;
    const { path, text, slug } = call;
    this.#compare(
      key,
      call,
      await this.#callUntilAnswered(random, path, () => this.#headers(path, text, key, slug), text),
    );
  }

  #recordAnswer(key: string, call: AnsweredCall): void {
    const first = this.answers.get(key);
    if (first) this.#compare(key, first, call.answer);
    else this.answers.set(key, call);
  }

  #compare(key: string, { path, answer }: AnsweredCall, repeated: Answer | undefined): void {
    this.counts.replays += 1;
    if (repeated?.status === answer.status && repeated.text === answer.text) return;
    this.problems.push(
      `${path} with key ${key} was answered\n    ${answer.status} ${answer.text}\n  and then\n    ${repeated?.status} ${repeated?.text}`,
    );
  }

  #headers(path: string, text: string, key: string, slug: string | undefined): Record<string, string> {
    const identity = slug
      ? { 'X-Store-Slug': slug, 'X-Environment': 'test' }
      : signedHeaders(this.merchant, path, text);
    return { ...identity, 'X-Idempotency-Key': key };
  }

  async #callUntilAnswered(
    random: Random,
    path: string,
    headers: () => Record<string, string>,
    text: string,
  ): Promise<Answer> {
    const deadline = performance.now() + maxWaitMs;
    let last: Answer | undefined;
    for (let attempt = Math.floor(random.between(0, 2)); performance.now() < deadline; attempt += 1) {
      const instance = this.instances[attempt % this.instances.length];
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

  /** Sends one request. Returns undefined if there was no answer. */
  async #attempt(
    { program, url }: Instance,
    path: string,
    headers: Record<string, string>,
    text: string,
  ): Promise<Answer | undefined> {
    const startedAt = performance.now();
    this.counts.requests += 1;
    try {
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: text,
        signal: AbortSignal.timeout(timeoutMsOf(path)),
      });
      const responseText = await response.text();
      if (response.status >= 500) this.counts.failures += 1;
      return { status: response.status, text: responseText, body: parse(responseText) };
    } catch (error) {
      this.counts.failures += 1;
      if (program.stopRequestedAt !== undefined && startedAt < program.stopRequestedAt) this.unansweredRequests += 1;
      if (error instanceof DOMException && error.name === 'TimeoutError') {
        this.problems.push(`${program.name} left ${path} unanswered for ${timeoutMsOf(path) / 1000} s`);
      }
      return undefined;
    } finally {
      this.counts.maxMs = Math.max(this.counts.maxMs, performance.now() - startedAt);
    }
  }
}

/** The service did not come back in time. The caller has recorded this as a problem. */
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
