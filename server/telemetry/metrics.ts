/**
 * The process's metrics for Prometheus. Labels have bounded sets of values (routes, jobs, limits); no label identifies
 * a merchant, a store or a customer.
 */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ReplicaState } from '#db/reader.ts';
import type { Observer, Operation } from '#server/platform/observe.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';

/** Due work of one kind: its count and the age of the oldest item. */
export interface Due {
  readonly name: string;
  readonly due: number;
  readonly oldestSeconds: number;
}

export interface Metrics {
  readonly registry: Registry;
  readonly observer: Observer;
}

export interface Measured {
  /** Connections for single statements, and as many for transactions; absent in a process without a server. */
  readonly poolSize?: number;
  /** The worker's backlog; absent without a worker. Omitted when it fails. */
  readonly readDue?: () => Promise<readonly Due[]>;
  /** The state of the read replica; absent without one. */
  readonly readReplica?: () => ReplicaState | undefined;
}

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const longSeconds = [0.01, 0.1, 1, 10, 60, 300, 1800];
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Creates a registry and the observer that fills it. */
export function makeMetrics({ poolSize, readDue, readReplica }: Measured): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[], buckets = seconds) =>
    new Histogram({ name: `counterfoil_${name}_seconds`, help, labelNames, buckets, registers });
  const gauge = (name: string, help: string) => new Gauge({ name: `counterfoil_${name}`, help, registers });

  const requests = histogram('request_duration', 'Answered requests', ['route', 'method', 'status']);
  const jobs = histogram('job_duration', 'Runs of the worker’s jobs', ['job', 'outcome'], longSeconds);
  const pumps = histogram('pump_duration', 'Runs of the worker’s continuous tasks', ['pump', 'outcome']);
  const calls = histogram('outside_call_duration', 'Calls to external services: payments, webhooks, mail', [
    'call',
    'outcome',
  ]);
  const statements = histogram('statement_duration', 'Statements, waiting for a connection included', ['outcome']);
  const transactions = histogram('transaction_duration', 'Transactions, waiting included', ['outcome']);
  const answering = gauge('requests_in_flight', 'Requests that are being answered');
  const [sending, transacting] = [
    gauge(
      'statements_in_flight',
      'Statements in progress or waiting for a connection, including those of transactions',
    ),
    gauge('transactions_in_flight', 'Transactions in progress or waiting for a connection'),
  ];
  const pool = 'Maximum connections for single statements, and as many again for transactions';
  if (poolSize !== undefined) gauge('pool_connections', pool).set(poolSize);
  const refusals = new Counter({
    name: 'counterfoil_rate_limit_refusals_total',
    help: 'Calls refused by a rate limit, by limit',
    labelNames: ['limit'],
    registers,
  });
  if (readDue) addDue(registry, readDue);
  if (readReplica) addReplica(registry, readReplica);

  const inFlight = { request: answering, statement: sending, transaction: transacting };
  function note({ kind, name, facts }: Operation, tookSeconds: number, outcome: 'done' | 'failed') {
    switch (kind) {
      case 'request':
        return requests.observe({ route: name, method: methodOf(facts), status: statusClass(facts) }, tookSeconds);
      case 'job':
        return jobs.observe({ job: name, outcome }, tookSeconds);
      case 'pump':
        return pumps.observe({ pump: name, outcome }, tookSeconds);
      case 'call':
        return calls.observe({ call: name, outcome }, tookSeconds);
      case 'statement':
        return statements.observe({ outcome }, tookSeconds);
      case 'transaction':
        return transactions.observe({ outcome }, tookSeconds);
      // Its request is counted, and names the action.
      case 'action':
    }
  }

  return {
    registry,
    observer: {
      async around(operation, work) {
        const { kind } = operation;
        const gaugeOfKind = kind in inFlight ? inFlight[kind as keyof typeof inFlight] : undefined;
        const began = performance.now();
        let outcome: 'done' | 'failed' = 'failed';
        gaugeOfKind?.inc();
        try {
          const result = await work();
          outcome = 'done';
          return result;
        } finally {
          gaugeOfKind?.dec();
          note(operation, (performance.now() - began) / 1000, outcome);
        }
      },
      refused: (limit) => refusals.inc({ limit }),
    },
  };
}

/** The backlog is cached for this long, so that frequent scrapes do not query the database each time. */
const heldMs = 10_000;
/** A scrape waits at most this long for the backlog. */
const patienceMs = 5000;

function addDue(registry: Registry, readDue: NonNullable<Measured['readDue']>) {
  const read = heldFor(heldMs, () => readDue().catch(() => []));
  const add = (name: string, help: string, figureOf: (due: Due) => number) =>
    new Gauge({
      name: `counterfoil_${name}`,
      help,
      labelNames: ['work'],
      registers: [registry],
      async collect() {
        const found = await withTimeout(read(), patienceMs).catch(() => []);
        this.reset();
        for (const due of found) this.set({ work: due.name }, figureOf(due));
      },
    });
  add('due', 'Due work of the worker, in the whole database', ({ due }) => due);
  add('due_oldest_seconds', 'Time since the oldest work became due', ({ oldestSeconds }) => oldestSeconds);
}

function addReplica(registry: Registry, readReplica: NonNullable<Measured['readReplica']>) {
  const add = (name: string, help: string, figureOf: (state: ReplicaState) => number | undefined) =>
    new Gauge({
      name: `counterfoil_replica_${name}`,
      help,
      registers: [registry],
      collect() {
        const state = readReplica();
        const figure = state && figureOf(state);
        if (figure === undefined) this.remove();
        else this.set(figure);
      },
    });
  add('lag_seconds', 'Maximum lag of the read replica; absent while it is away', ({ lagMs }) =>
    lagMs === undefined ? undefined : lagMs / 1000,
  );
  add('in_use', 'Whether reads go to the replica (1) or to the primary (0)', ({ isUsed }) => Number(isUsed));
}

/** Shares one read between callers, and caches its result for `ms`. */
function heldFor<Read>(ms: number, read: () => Promise<Read>): () => Promise<Read> {
  let last: { readonly at: number; readonly reading: Promise<Read>; isOver: boolean } | undefined;
  return () => {
    if (last && (!last.isOver || performance.now() - last.at < ms)) return last.reading;
    const begun = { at: performance.now(), reading: read(), isOver: false };
    last = begun;
    void begun.reading.finally(() => {
      begun.isOver = true;
    });
    return begun.reading;
  };
}

const methodOf = ({ 'http.request.method': method }: Operation['facts']): string =>
  typeof method === 'string' && methods.has(method) ? method : 'other';

/** 2xx, 4xx, …; `none` for an answer that was never sent. */
const statusClass = ({ 'http.response.status_code': status }: Operation['facts']): string =>
  typeof status === 'number' && status > 0 ? `${Math.floor(status / 100)}xx` : 'none';
