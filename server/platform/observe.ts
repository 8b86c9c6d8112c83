/**
 * Hooks for metrics and traces. Without an observer an operation costs one extra variable lookup, and no telemetry code
 * is loaded.
 */

/**
 * `request`: answered by the server. `action`: of the API or the dashboard. `job` and `pump`: the worker's. `call`: to
 * another machine. `statement` and `transaction`: of the database.
 */
export type OperationKind = 'request' | 'action' | 'job' | 'pump' | 'call' | 'statement' | 'transaction';

/** Attributes of an operation. Never ids, addresses, names or statement values. */
export type Facts = Record<string, string | number | boolean>;

export interface Operation {
  readonly kind: OperationKind;
  /** From a bounded set, such as routes, actions or jobs. */
  readonly name: string;
  /** May be extended while the operation runs. */
  readonly facts: Facts;
  /** The W3C trace from the request's header. */
  readonly traceparent?: string | undefined;
}

export interface Observer {
  /** Runs the work exactly once and returns or throws what it does. */
  around<Result>(operation: Operation, work: () => Promise<Result>): Promise<Result>;
  /** Called when a call exceeded that limit. */
  refused?(limit: string): void;
}

const shared = globalThis as typeof globalThis & { counterfoilObservers?: Observer[] };

/** Adds an observer of all operations in this process, including Next's bundle. */
export function addObserver(observer: Observer): void {
  shared.counterfoilObservers = [...(shared.counterfoilObservers ?? []), observer];
}

/** Removes all observers. */
export function removeObservers(): void {
  delete shared.counterfoilObservers;
}

/** Runs the work under all observers. The work may add to the facts. */
export function observed<Result>(
  kind: OperationKind,
  name: string,
  work: (facts: Facts) => Promise<Result>,
  { facts = {}, traceparent }: { facts?: Facts; traceparent?: string | undefined } = {},
): Promise<Result> {
  const observers = shared.counterfoilObservers;
  if (!observers) return work(facts);
  const operation = { kind, name, facts, traceparent };
  return observers.reduceRight<() => Promise<Result>>(
    (inner, observer) => () => observer.around(operation, inner),
    () => work(facts),
  )();
}

/** Reports a rate-limited call to all observers. */
export function noteRefusal(limit: string): void {
  for (const observer of shared.counterfoilObservers ?? []) observer.refused?.(limit);
}
