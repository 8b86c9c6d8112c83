/** What Drizzle asks of a client of postgres.js, on connections of a pool. */
import postgres from 'postgres';
import type { Client, ClientOptions, Connection } from './connection.ts';
import type { Pool } from './pool.ts';

type Send = <Result>(statement: (client: Client) => PromiseLike<Result>) => Promise<Result>;
type Rows = readonly unknown[];
type Parameters = Exclude<globalThis.Parameters<Client['unsafe']>[1], undefined>;

/** A client for Drizzle: `single` for statements, `transactions` for those that belong together. */
export function pooledClient(options: ClientOptions, single: Pool, transactions: Pool): Client {
  const client = {
    options,
    unsafe: statements((statement) => single.use((connection) => connection.run(statement))),
    begin: <Result>(work: (scope: Scope) => Promise<Result>) =>
      transactions.use(async (connection) => {
        await connection.run((bare) => bare.unsafe('begin'));
        return await new Scope(connection, 0).settle(work, { keep: 'commit', undo: 'rollback' });
      }),
  };
  return client as unknown as Client;
}

/** As `unsafe` of postgres.js: a statement's rows as objects, or as arrays of values for who says so in the same breath. */
const statements = (send: Send) => (text: string, parameters?: Parameters, options?: postgres.UnsafeQueryOptions) => {
  let asValues = false;
  const rows: Promise<Rows> = Promise.resolve().then(() =>
    send<Rows>((client) => {
      const query = client.unsafe(text, parameters, options);
      return asValues ? query.values() : query;
    }),
  );
  const values = () => {
    asValues = true;
    return rows;
  };
  return Object.assign(rows, { values });
};

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
    this.unsafe = statements(async (statement) => {
      try {
        return await connection.run(statement);
      } catch (error) {
        this.#failure ??= error;
        throw error;
      }
    });
  }

  async savepoint<Result>(work: (scope: Scope) => Promise<Result>): Promise<Result> {
    this.#parts += 1;
    const name = `s${this.#depth}_${this.#parts}`;
    await this.#connection.run((client) => client.unsafe(`savepoint ${name}`));
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
    if (keep) await this.#connection.run((client) => client.unsafe(keep));
    return result;
  }

  /** Where the connection is lost, or the way back fails, PostgreSQL undoes it by itself. */
  async #undo(statement: string): Promise<void> {
    if (this.#connection.isOver) return;
    await this.#connection.run((client) => client.unsafe(statement)).catch(() => this.#connection.end());
  }
}

/** in_failed_sql_transaction: an earlier statement failed. */
const isConsequence = (error: unknown): boolean => error instanceof postgres.PostgresError && error.code === '25P02';
