/**
 * A test double of Stripe's API: form-encoded bodies, idempotency keys that replay (same key, other parameters: 400
 * `idempotency_error`), errors by status and type, unknown parameters rejected. A token's name sets the outcome of its
 * payment: `ctoken_<behavior>~<anything>`.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { type Params, StripeLedger } from './ledger.ts';
import { StripeRefusal } from './refusal.ts';

export const doubleKeys = {
  secretKey: 'sk_test_double51HUnter2secret',
  publishableKey: 'pk_test_double51HUnter2',
  webhookSecret: 'whsec_double51hunter2webhook',
};

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly params: Params;
  readonly idempotencyKey: string | undefined;
  readonly headers: IncomingMessage['headers'];
}

/**
 * A fault of a request, before it is processed (`hang`, `500`, `429`) or after (`lost`: no answer; `lostWith500`:
 * another answer). `403`: a restricted key lacks the permission.
 */
type Fault = 'hang' | 'lost' | 'lostWith500' | '500' | '429' | '403';

export class StripeDouble {
  readonly ledger = new StripeLedger(() => this.url);
  readonly requests: RecordedRequest[] = [];
  url = '';
  readonly #idempotentAnswers = new Map<string, { fingerprint: string; answer?: { status: number; body: object } }>();
  readonly #faults: { path: RegExp; fault: Fault; times: number }[] = [];
  readonly #hooks: { path: RegExp; run: () => void }[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  /** The settings that make a server use this double as Stripe. */
  get settings() {
    return {
      STRIPE_SECRET_KEY: doubleKeys.secretKey,
      STRIPE_PUBLISHABLE_KEY: doubleKeys.publishableKey,
      STRIPE_WEBHOOK_SECRET: doubleKeys.webhookSecret,
      STRIPE_API_URL: this.url,
    };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Makes the next requests to a path fail, for example `POST /v1/payment_intents`. */
  failRequests(path: RegExp, fault: Fault, times = 1): void {
    this.#faults.push({ path, fault, times });
  }

  /** Removes the remaining faults. */
  clearFaults(): void {
    this.#faults.length = 0;
  }

  /** Runs a function just before the next request to a path is processed. */
  before(path: RegExp, run: () => void): void {
    this.#hooks.push({ path, run });
  }

  /** Simulates the expiry of idempotency keys, which Stripe forgets after 24 hours. */
  forgetKeys(): void {
    this.#idempotentAnswers.clear();
  }

  /** Returns a webhook about an object, as Stripe would send it at this time. */
  webhook(type: string, object: object, at = new Date(), secret = doubleKeys.webhookSecret) {
    const created = Math.floor(at.getTime() / 1000);
    const event = { id: `evt_${randomUUID()}`, object: 'event', api_version: null, created, type, data: { object } };
    const body = JSON.stringify({ ...event, livemode: false, pending_webhooks: 1, request: null }, null, 2);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: created });
    return { body, signature };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const { pathname, searchParams } = new URL(url, this.url);
    const bank = /^\/bank\/(\w+)(\/answer)?$/.exec(pathname);
    if (bank?.[1]) return this.#answerAsBank(bank[1], Boolean(bank[2]), searchParams, response);
    let text = '';
    for await (const chunk of request) text += chunk;
    const params = readForm(new URLSearchParams(method === 'GET' ? searchParams : text));
    const idempotencyKey = headers['idempotency-key'] as string | undefined;
    this.requests.push({ method, path: pathname, params, idempotencyKey, headers });
    const fault = this.#faultFor(`${method} ${pathname}`);
    if (fault === 'hang') return;
    if (fault === '500') return send(response, 500, apiError('api_error', 'An unknown error occurred'));
    if (fault === '429') return send(response, 429, apiError('invalid_request_error', 'Slow down', 'rate_limit'));
    if (fault === '403') return send(response, 403, apiError('invalid_request_error', 'The key lacks a permission'));
    const at = this.#hooks.findIndex((each) => each.path.test(`${method} ${pathname}`));
    if (at >= 0) this.#hooks.splice(at, 1)[0]?.run();
    const { status, body } = this.#execute(method, pathname, params, headers.authorization, idempotencyKey);
    if (fault === 'lostWith500') send(response, 500, apiError('api_error', 'An unknown error occurred'));
    else if (fault !== 'lost') send(response, status, body);
  }

  #faultFor(path: string): Fault | undefined {
    const found = this.#faults.find((each) => each.times > 0 && each.path.test(path));
    if (found) found.times -= 1;
    return found?.fault;
  }

  #execute(method: string, path: string, params: Params, authorization?: string, key?: string) {
    if (authorization !== `Bearer ${doubleKeys.secretKey}`) {
      const message = `Invalid API Key provided: ${String(authorization).slice(-4)}`;
      return { status: 401, body: apiError('invalid_request_error', message) };
    }
    const fingerprint = JSON.stringify([path, params]);
    const stored = method === 'POST' && key ? this.#idempotentAnswers.get(key) : undefined;
    if (stored && stored.fingerprint !== fingerprint) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
      return { status: 400, body: apiError('idempotency_error', message) };
    }
    if (stored?.answer) return stored.answer;
    try {
      // Cloned, because a replay returns the object as it was at the first call.
      const answer = { status: 200, body: structuredClone(this.ledger.execute(method, path, params)) };
      if (key) this.#idempotentAnswers.set(key, { fingerprint, answer });
      return answer;
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      const answer = { status: error.status, body: { error: error.details } };
      // Rejected parameters leave the key unused. A processed request, such as a decline, is stored.
      if (key && error.status === 402) this.#idempotentAnswers.set(key, { fingerprint, answer });
      return answer;
    }
  }

  /** The page behind `redirect_to_url`, and the buyer's answer there. */
  #answerAsBank(id: string, isAnswer: boolean, query: URLSearchParams, response: ServerResponse): void {
    const returnUrl = this.ledger.returnUrlOf(id);
    if (!isAnswer) {
      const choice = (passed: string, label: string) => `<a href="/bank/${id}/answer?passed=${passed}">${label}</a>`;
      const page = `<!doctype html><html lang="en"><title>Bank</title><h1>Bank</h1>${choice('yes', 'It was me')} ${choice('no', 'It was not me')}`;
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
      return;
    }
    const isPassed = query.get('passed') === 'yes';
    this.ledger.finishChallenge(id, isPassed);
    const back = new URL(returnUrl);
    const name = id.startsWith('seti_') ? 'setup_intent' : 'payment_intent';
    back.searchParams.set(name, id);
    back.searchParams.set(`${name}_client_secret`, `${id}_secret_double`);
    back.searchParams.set('redirect_status', isPassed ? 'succeeded' : 'failed');
    response.writeHead(303, { Location: back.href }).end();
  }
}

const apiError = (type: string, message: string, code?: string) => ({ error: { type, message, code } });

function send(response: ServerResponse, status: number, body: object): void {
  const headers = { 'Content-Type': 'application/json', 'Request-Id': `req_${randomUUID().slice(0, 8)}` };
  // Stripe tells clients not to retry its own failures, because the idempotency layer would only replay them.
  const retry = status >= 500 ? { 'Stripe-Should-Retry': 'false' } : {};
  response.writeHead(status, { ...headers, ...retry }).end(JSON.stringify(body));
}

/** Parses `a[b][0]=c` to `{a: {b: {0: 'c'}}}`. */
function readForm(form: URLSearchParams): Params {
  const params: Params = {};
  for (const [name, value] of form) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    const last = path.pop() ?? '';
    let at = params;
    for (const part of path) {
      at[part] ??= {};
      at = at[part] as Params;
    }
    at[last] = value;
  }
  return params;
}
