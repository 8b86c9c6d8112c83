/**
 * What the service is doing, told to whoever measures it: metrics and traces, where the settings want them. While nobody
 * does, an operation costs a look at one variable more than it would, and nothing of what measures is loaded.
 */

/**
 * `request`: answered by the server. `action`: of the API or the dashboard. `job` and `pump`: the worker's. `call`: to
 * somebody else's machine. `statement` and `transaction`: of the database.
 */
export type OperationKind = 'request' | 'action' | 'job' | 'pump' | 'call' | 'statement' | 'transaction';

/** What is said of an operation. Nothing of anybody's: no ids, addresses, names, or values of a statement. */
export type Facts = Record<string, string | number | boolean>;

export interface Operation {
  readonly kind: OperationKind;
  /** One of a bounded set, such as a route, an action or a job. */
  readonly name: string;
  /** Grows while the operation goes on. */
  readonly facts: Facts;
  /** The W3C trace that it is part of, as its request names it. */
  readonly traceparent?: string | undefined;
}

export interface Observer {
  /** Does the work once, at once, and gives what it gives, or throws what it throws. */
  around<Result>(operation: Operation, work: () => Promise<Result>): Promise<Result>;
  /** A call was one too many for that limit. */
  refused?(limit: string): void;
}

const kept = globalThis as typeof globalThis & { counterfoilObservers?: Observer[] };

/** From now on that observer hears of everything in this process, Next's bundle included. */
export function addObserver(observer: Observer): void {
  kept.counterfoilObservers = [...(kept.counterfoilObservers ?? []), observer];
}

/** Those that look on are taken away again. */
export function removeObservers(): void {
  delete kept.counterfoilObservers;
}

/** Does the work under the eyes of whoever looks on; the work may add to the facts. */
export function observed<Result>(
  kind: OperationKind,
  name: string,
  work: (facts: Facts) => Promise<Result>,
  { facts = {}, traceparent }: { facts?: Facts; traceparent?: string | undefined } = {},
): Promise<Result> {
  const observers = kept.counterfoilObservers;
  if (!observers) return work(facts);
  const operation = { kind, name, facts, traceparent };
  return observers.reduceRight<() => Promise<Result>>(
    (inner, observer) => () => observer.around(operation, inner),
    () => work(facts),
  )();
}

/** Tells whoever looks on that a call was refused for having come too often. */
export function noteRefusal(limit: string): void {
  for (const observer of kept.counterfoilObservers ?? []) observer.refused?.(limit);
}
