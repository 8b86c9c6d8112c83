/** What Drizzle asks of a client of postgres.js, on connections of a pool. */
import postgres from 'postgres';
import type { Tx } from './client.ts';
import {
  type Client,
  type ClientOptions,
  type Connection,
  ConnectionLost,
  type Parameters,
  type Rows,
  type Statement,
} from './connection.ts';
import { isLookUp } from './look-ups.ts';
import type { Pool } from './pool.ts';

type Send = (statement: Statement) => Promise<Rows>;

export interface Pools {
  readonly single: Pool;
  /** Single statements that are planned once, see `look-ups.ts`. */
  readonly lookUps: Pool;
  readonly transactions: Pool;
}

/** A client for Drizzle. */
export function pooledClient(options: ClientOptions, { single, lookUps, transactions }: Pools): Client {
  const client = {
    options,
    unsafe: statements((statement) =>
      (isLookUp(statement.text) ? lookUps : single).use((connection) => connection.run(statement)),
    ),
    begin: <Result>(work: (scope: Scope) => Promise<Result>) =>
      transactions.use(async (connection) => {
        const scope = new Scope(connection);
        // The first statement follows at once: where this fails, whatever else would be outside of any transaction.
        scope.send({ text: 'begin' }).catch(() => connection.end());
        return await scope.settle(work, { keep: 'commit', undo: 'rollback' });
      }),
  };
  return client as unknown as Client;
}

/** As `unsafe` of postgres.js: a statement's rows as objects, or as arrays of values for who says so in the same breath. */
const statements = (send: Send) => (text: string, parameters?: Parameters, options?: postgres.UnsafeQueryOptions) => {
  const statement = { text, parameters, options, asValues: false };
  const rows = send(statement);
  return Object.assign(rows, {
    values() {
      statement.asValues = true;
      return rows;
    },
  });
};

/** A transaction, or a part of one that can be undone alone. */
class Scope {
  readonly unsafe: ReturnType<typeof statements>;
  readonly #connection: Connection;
  readonly #outer: Scope | undefined;
  readonly #name: string;
  readonly #ahead: Promise<unknown>[] = [];
  #parts = 0;
  #sent = 0;
  #isOver = false;
  #failure: unknown;

  constructor(connection: Connection, outer?: Scope, name = 's') {
    this.#connection = connection;
    this.#outer = outer;
    this.#name = name;
    this.unsafe = statements((statement) => this.send(statement));
  }

  get isOver(): boolean {
    return this.#isOver || this.#outer?.isOver === true;
  }

  send(statement: Statement): Promise<Rows> {
    if (this.isOver) return Promise.reject(new Error('The transaction is over'));
    this.#sent += 1;
    return this.#connection.run(Object.assign(statement, { isOnce: true })).catch((error: unknown) => {
      this.#failure ??= error;
      throw error;
    });
  }

  async sendAhead(send: () => Promise<unknown>): Promise<void> {
    const answer = await this.#begin(send);
    this.#ahead.push(answer());
  }

  async sendInOrder(sends: readonly (() => Promise<unknown>)[]): Promise<unknown[]> {
    const answers: (() => Promise<unknown>)[] = [];
    for (const send of sends) answers.push(await this.#begin(send));
    return await Promise.all(answers.map((answer) => answer()));
  }

  /** Whatever is done with statements that are not sent yet when it comes back is waited for here. */
  async #begin(send: () => Promise<unknown>): Promise<() => Promise<unknown>> {
    const before = this.#sent;
    // Once, as Drizzle's builders send again for everybody who waits.
    const answer = send().then((given) => given);
    answer.catch(() => {});
    if (this.#sent === before) await answer;
    return () => answer;
  }

  async savepoint<Result>(work: (scope: Scope) => Promise<Result>): Promise<Result> {
    this.#parts += 1;
    const name = `${this.#name}_${this.#parts}`;
    await this.send({ text: `savepoint ${name}` });
    return await new Scope(this.#connection, this, name).settle(work, { undo: `rollback to ${name}` });
  }

  /** Whatever of its statements failed undoes all of it, also where the work has gone on regardless: so PostgreSQL would. */
  async settle<Result>(
    work: (scope: Scope) => Promise<Result>,
    { keep, undo }: { keep?: string; undo: string },
  ): Promise<Result> {
    let result: Result;
    try {
      result = await work(this);
      if (this.#failure) throw this.#failure;
      this.#isOver = true;
      // With one that fails yet, PostgreSQL takes this end for the way back.
      const [kept] = await Promise.all([keep && this.#connection.run({ text: keep }), ...this.#ahead]);
      if (kept && kept.command !== 'COMMIT') throw new Error('PostgreSQL has undone the transaction');
    } catch (error) {
      this.#isOver = true;
      await this.#undo(undo);
      throw isConsequence(error) && this.#failure ? this.#failure : error;
    }
    return result;
  }

  /** Where the connection is lost, or the way back fails, PostgreSQL undoes it by itself. */
  async #undo(statement: string): Promise<void> {
    if (this.#connection.isOver) return;
    await this.#connection.run({ text: statement }).catch(() => this.#connection.end());
  }
}

/** An earlier statement failed (in_failed_sql_transaction), or the connection was lost with it. */
const isConsequence = (error: unknown): boolean =>
  error instanceof postgres.PostgresError
    ? error.code === '25P02'
    : error instanceof ConnectionLost || (error instanceof Error && isConsequence(error.cause));

/**
 * Sends a statement of a transaction whose answer nobody needs before that is committed: it travels with what follows, the
 * commit at last. Where it fails, all is undone, and the transaction throws what it failed with. So it is for what is written
 * at the end, and whose failure nobody has an answer to but that.
 */
export async function sendAhead(tx: Tx, send: () => Promise<unknown>): Promise<void> {
  const scope = scopeOf(tx);
  await (scope ? scope.sendAhead(send) : send());
}

/**
 * Sends statements of a transaction in this order, none of which waits for the answer to another, and gives all answers. With
 * `Promise.all` their order would be anybody's guess: Drizzle's builders send when they are waited for.
 */
export async function sendInOrder<Answers extends readonly unknown[]>(
  tx: Tx,
  sends: { readonly [Place in keyof Answers]: () => Promise<Answers[Place]> },
): Promise<Answers> {
  const scope = scopeOf(tx);
  if (scope) return (await scope.sendInOrder(sends)) as unknown as Answers;
  const answers: unknown[] = [];
  for (const send of sends) answers.push(await send());
  return answers as unknown as Answers;
}

/** Undefined outside of a transaction. */
function scopeOf(tx: Tx): Scope | undefined {
  const { client } = tx._.session as unknown as { readonly client: unknown };
  return client instanceof Scope ? client : undefined;
}
