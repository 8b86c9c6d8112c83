/** Runs journeys with autocannon. */
import autocannon, { type Options, type Request } from 'autocannon';
import { assertOk, type Begin, type Journey, numbered, type SentRequest } from './journey.ts';

/** Empty before the first request of a journey. */
interface Context {
  number: number;
  journey: Journey;
  startedAt: number;
  next?: SentRequest | undefined;
}

let count = 0;

/** `steps` is the number of requests in a journey. */
export async function load(options: Options, steps: number, begin: Begin) {
  const tookMs: number[] = [];
  const failures: string[] = [];
  const setUp = (request: Request, context: Context, step: number) => {
    if (step === 0) {
      const journey = begin(++count);
      Object.assign(context, { number: count, journey, startedAt: performance.now(), next: journey.next().value });
    }
    // Without a request, autocannon begins a new journey.
    return context.next ? { ...request, ...numbered(context.next, context.number, step) } : undefined;
  };
  const receive = (status: number, text: string, context: Context) => {
    try {
      if (context.next) assertOk(context.next, { status, text });
      const { done, value } = context.journey.next({ status, text });
      context.next = value ?? undefined;
      if (done) tookMs.push(performance.now() - context.startedAt);
    } catch (error) {
      failures.push(String(error));
      context.next = undefined;
    }
  };
  const requests = Array.from({ length: steps }, (_, step) => ({
    setupRequest: (request: Request, context: object) => setUp(request, context as Context, step) as Request,
    onResponse: (status: number, text: string, context: object) => receive(status, text, context as Context),
  }));
  const result = await autocannon({ ...options, requests, sampleInt: 100 });
  if (result.errors > 0) failures.push(`${result.errors} connections failed, ${result.timeouts} by a timeout`);
  // Includes the requests of incomplete journeys.
  return { done: result['2xx'] / steps, seconds: result.duration, tookMs, failures };
}
