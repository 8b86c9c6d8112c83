/** Drizzle's session on pools of connections. */
import { DrizzleQueryError, is } from 'drizzle-orm';
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect, PgTransaction, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Tx } from './client.ts';
import { type Send, withConnection } from './pool.ts';

type NoSchema = Record<string, never>;
type Transaction = NodePgTransaction<NoSchema, NoSchema>;
/** Called with every statement and its values when it is sent. */
export type OnStatement = (text: string, values: unknown[]) => void;

/** Runs a statement or a transaction, and may measure it. */
export type Watch = <Result>(
  kind: 'statement' | 'transaction',
  text: string,
  run: () => Promise<Result>,
) => Promise<Result>;
/** On `globalThis`, as Next's bundle has a copy of this module. */
const shared = globalThis as typeof globalThis & {
  counterfoilWatch?: Watch;
  /** Set by a test run that plans every statement: server/testing/statements. */
  counterfoilOnStatement?: (text: string) => void;
};
export const watchDatabase = (watch: Watch): void => {
  shared.counterfoilWatch = watch;
};
const watched: Watch = (kind, text, run) =>
  shared.counterfoilWatch ? shared.counterfoilWatch(kind, text, run) : run();

const dialect = new PgDialect();

class StatementSession extends NodePgSession<NoSchema, NoSchema> {
  constructor(send: Send, onStatement?: OnStatement) {
    const query: Send = (statement, values) => watched('statement', statement.text, () => send(statement, values));
    const logQuery: OnStatement = (text, values) => {
      onStatement?.(text, values);
      shared.counterfoilOnStatement?.(text);
    };
    super({ query } as unknown as pg.PoolClient, dialect, undefined, { logger: { logQuery } });
  }
}

/** Single statements on one pool, transactions on another: a transaction may wait for a single statement. */
export class PooledSession extends StatementSession {
  readonly #transactions: pg.Pool;
  readonly #onStatement: OnStatement | undefined;

  constructor(single: pg.Pool, transactions: pg.Pool, onStatement?: OnStatement) {
    super((statement, values) => withConnection(single, (send) => send(statement, values)), onStatement);
    this.#transactions = transactions;
    this.#onStatement = onStatement;
  }

  override transaction<Result>(work: (tx: Transaction) => Promise<Result>, config?: PgTransactionConfig) {
    const run = () =>
      withConnection(this.#transactions, (send) => runTransaction(send, work, config, this.#onStatement));
    return watched('transaction', 'transaction', run);
  }
}

/**
 * Begins, works and commits on one connection. A failed statement rolls back the whole transaction, even if the work
 * continues. The transaction then fails with the first error.
 */
async function runTransaction<Result>(
  send: Send,
  work: (tx: Transaction) => Promise<Result>,
  config: PgTransactionConfig | undefined,
  onStatement: OnStatement | undefined,
): Promise<Result> {
  let failure: DrizzleQueryError | undefined;
  let isOver = false;
  const sendInside: Send = async (statement, values) => {
    if (isOver) throw new Error('The transaction has ended');
    try {
      return await send(statement, values);
    } catch (error) {
      if (!isConsequence(error)) failure = new DrizzleQueryError(statement.text, values ?? [], error as Error);
      throw error;
    }
  };
  const tx = new NodePgTransaction<NoSchema, NoSchema>(
    dialect,
    new StatementSession(sendInside, onStatement),
    undefined,
  );
  // These travel with the first statement. They fail only if the connection fails, and then all statements do.
  send({ text: 'begin' }).catch(() => {});
  if (config) tx.setTransaction(config).catch(() => {});
  try {
    const result = await work(tx);
    isOver = true;
    const { command } = await send({ text: 'commit' });
    if (command !== 'COMMIT') throw failure ?? new Error('PostgreSQL rolled back the transaction');
    return result;
  } catch (error) {
    isOver = true;
    await send({ text: 'rollback' }).catch(() => {});
    throw isConsequence(error) && failure ? failure : error;
  }
}

/** PostgreSQL refuses every statement after one that failed (in_failed_sql_transaction). */
const isConsequence = (error: unknown): boolean =>
  error instanceof pg.DatabaseError ? error.code === '25P02' : error instanceof Error && isConsequence(error.cause);

/**
 * Sends a hot statement of a transaction without waiting for its answer, which comes before the commit's. If it fails, the
 * transaction is rolled back and fails with its error. Outside a transaction it waits. `statement` must be a hot statement,
 * which throws if a value is missing. Another function's rejection would be lost, and the transaction would commit without
 * the statement.
 */
export async function sendAhead<Values>(
  tx: Tx,
  statement: (tx: Tx, values: Values) => Promise<unknown>,
  values: Values,
): Promise<void> {
  const answer = statement(tx, values);
  if (is(tx, PgTransaction)) answer.catch(() => {});
  else await answer;
}
