/**
 * A connection to PostgreSQL that is used until it breaks, and then never again.
 *
 * It is a whole client of postgres.js with one connection: postgres.js (3.4.9) connects again by itself under whoever uses
 * it, and what was left of before gets in the way. A transaction whose connection had died took the process along
 * (porsager/postgres#1133, #1208), or went on outside of any transaction or in somebody else's (#1216); statements that
 * waited for their turn never ended (#1186); a connection that was reset never came back. None of that can happen to a
 * client that nothing is sent to any more.
 */
import postgres from 'postgres';

/** As postgres.js has read them; what its types leave out, all clients that are opened with them have in common. */
export type ClientOptions = postgres.ParsedOptions & { readonly shared?: { readonly typeArrayMap: object } };
export type Client = postgres.Sql;

export class Connection {
  /** By `performance.now()`. */
  readonly openedAt = performance.now();
  readonly #client: Client;
  readonly #onOver: (connection: Connection) => void;
  #isOver = false;
  /** Ends with the last of the statements that were sent; undefined: none is under way. */
  #turn: Promise<void> | undefined;

  /** It connects with the first statement. `onOver` is called once, when nothing can be sent by it any more. */
  constructor(options: ClientOptions, onOver: (connection: Connection) => void) {
    this.#onOver = onOver;
    this.#client = openClient(options, { onclose: () => this.end() });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Sends a statement after those that were sent before it have been answered. */
  run<Result>(statement: (client: Client) => PromiseLike<Result>): Promise<Result> {
    const answer = this.#turn ? this.#turn.then(() => this.#send(statement)) : this.#send(statement);
    const over = () => {
      if (this.#turn === turn) this.#turn = undefined;
    };
    const turn = answer.then(over, over);
    this.#turn = turn;
    return answer;
  }

  async #send<Result>(statement: (client: Client) => PromiseLike<Result>): Promise<Result> {
    if (this.#isOver) throw new ConnectionLost();
    try {
      return await statement(this.#client);
    } catch (error) {
      if (!isAnswer(error)) this.end();
      throw error;
    }
  }

  /** What PostgreSQL does for it, it gives up. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#client.end({ timeout: 0 }).catch(() => {});
    this.#onOver(this);
  }
}

/** A client of one connection with these options; it keeps it until it is told to end. */
export function openClient(
  options: ClientOptions,
  own: { onclose: () => void; onnotify?: (channel: string, payload: string) => void },
): Client {
  const settings = {
    ...options,
    ...own,
    max: 1,
    idle_timeout: null,
    max_lifetime: null,
    // What arrays are made of is the same for all, and is kept with the options: the first connection asks.
    fetch_types: Object.keys(options.shared?.typeArrayMap ?? {}).length === 0,
  };
  // Options that have been read once are taken as they are.
  return postgres(settings as unknown as postgres.Options<Record<string, postgres.PostgresType>>);
}

/** Whether PostgreSQL itself refused a statement, and stays there for the next one. */
const isAnswer = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && !['FATAL', 'PANIC'].includes(error.severity);

/** The connection broke before this was sent. */
class ConnectionLost extends Error {
  override name = 'ConnectionLost';
  readonly code = 'CONNECTION_CLOSED';

  constructor() {
    super('The connection to the database is lost');
  }
}
