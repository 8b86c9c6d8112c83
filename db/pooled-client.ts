/** What Drizzle asks of a client of postgres.js, on connections of a pool. */
import postgres from 'postgres';
import type { Client, ClientOptions, Connection, Parameters, Rows, Statement } from './connection.ts';
import type { Pool } from './pool.ts';

type Send = (statement: Statement) => Promise<Rows>;

/** A client for Drizzle: `single` for statements, `transactions` for those that belong together. */
export function pooledClient(options: ClientOptions, single: Pool, transactions: Pool): Client {
  const client = {
    options,
    unsafe: statements((statement) => single.use((connection) => connection.run(statement))),
    begin: <Result>(work: (scope: Scope) => Promise<Result>) =>
      transactions.use(async (connection) => {
        const scope = new Scope(connection, 0);
        // The first statement follows at once: where this fails, the connection is lost.
        scope.send({ text: 'begin' }).catch(() => {});
        return await scope.settle(work, { keep: 'commit', undo: 'rollback' });
      }),
  };
  return client as unknown as Client;
}

/** As `unsafe` of postgres.js: sent once somebody waits for it. */
const statements = (send: Send) => (text: string, parameters?: Parameters, options?: postgres.UnsafeQueryOptions) =>
  new Answer(send, { text, parameters, options });

/** A statement's rows as objects, or as arrays of values for who says so first. */
class Answer implements PromiseLike<Rows> {
  readonly #send: Send;
  readonly #statement: Statement;
  #rows: Promise<Rows> | undefined;

  constructor(send: Send, statement: Statement) {
    this.#send = send;
    this.#statement = statement;
  }

  values(): Promise<Rows> {
    this.#rows ??= this.#send({ ...this.#statement, asValues: true });
    return this.#rows;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is what postgres.js gives, which sends nothing that nobody waits for.
  then<Kept = Rows, Else = never>(
    kept?: ((rows: Rows) => Kept | PromiseLike<Kept>) | null,
    refused?: ((reason: unknown) => Else | PromiseLike<Else>) | null,
  ): Promise<Kept | Else> {
    this.#rows ??= this.#send(this.#statement);
    return this.#rows.then(kept, refused);
  }
}

/** A transaction, or a part of one that can be undone alone. */
class Scope {
  readonly unsafe: ReturnType<typeof statements>;
  readonly #connection: Connection;
  readonly #depth: number;
  #parts = 0;
  #failure: unknown;

  constructor(connection: Connection, depth: number) {
    this.#connection = connection;
    this.#depth = depth;
    this.unsafe = statements((statement) => this.send(statement));
  }

  send(statement: Statement): Promise<Rows> {
    return this.#connection.run(statement).catch((error: unknown) => {
      this.#failure ??= error;
      throw error;
    });
  }

  async savepoint<Result>(work: (scope: Scope) => Promise<Result>): Promise<Result> {
    this.#parts += 1;
    const name = `s${this.#depth}_${this.#parts}`;
    await this.#connection.run({ text: `savepoint ${name}` });
    return await new Scope(this.#connection, this.#depth + 1).settle(work, { undo: `rollback to ${name}` });
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
    } catch (error) {
      await this.#undo(undo);
      throw isConsequence(error) && this.#failure ? this.#failure : error;
    }
    if (keep) await this.#connection.run({ text: keep });
    return result;
  }

  /** Where the connection is lost, or the way back fails, PostgreSQL undoes it by itself. */
  async #undo(statement: string): Promise<void> {
    if (this.#connection.isOver) return;
    await this.#connection.run({ text: statement }).catch(() => this.#connection.end());
  }
}

/** in_failed_sql_transaction: an earlier statement failed. */
const isConsequence = (error: unknown): boolean => error instanceof postgres.PostgresError && error.code === '25P02';
