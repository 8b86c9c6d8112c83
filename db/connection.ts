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

/** As many statements are sent before the first of them is answered. */
const maxUnderWay = 16;
/**
 * And as much text with them: a socket takes 64 kB, and three bytes for a character, before it asks to wait. postgres.js would
 * hold back what comes after that.
 */
const maxUnderWayBytes = 16_000;

export interface Statement {
  readonly text: string;
  readonly parameters?: Parameters | undefined;
  readonly options?: postgres.UnsafeQueryOptions | undefined;
  /** Rows as arrays of values instead of objects; who wants them says so in the same breath. */
  readonly asValues?: boolean;
  /** It must not be run again by itself: the transaction that it belongs to may be over by then. */
  readonly isOnce?: boolean;
}

export type Rows = postgres.RowList<postgres.Row[]>;
export type Parameters = Exclude<globalThis.Parameters<Client['unsafe']>[1], undefined>;

export class Connection {
  /** By `performance.now()`. */
  readonly openedAt = performance.now();
  readonly #client: Client;
  readonly #onOver: (connection: Connection) => void;
  #isOver = false;
  /** How many statements were sent that have no answer yet, and whether others may be sent right behind them. */
  #underWay = 0;
  #lengthUnderWay = 0;
  #mayBeFollowed = false;
  #isConnected = false;
  readonly #waiting: (() => void)[] = [];
  /** What was prepared by it, with the kinds of its parameters. */
  readonly #prepared = new Map<string, string>();

  /** It connects with the first statement. `onOver` is called once, when nothing can be sent by it any more. */
  constructor(options: ClientOptions, onOver: (connection: Connection) => void) {
    this.#onOver = onOver;
    this.#client = openClient(options, { onclose: () => this.end() });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Sends a statement after those that were sent before it: in the same breath where all of them are known to PostgreSQL and
   * short, as it answers in order; after their answers otherwise. What postgres.js holds back itself it would send by another connection
   * if this one broke.
   */
  run(statement: Statement): Promise<Rows> {
    const kinds = kindsOf(statement);
    const isKnown = kinds === '' || (kinds !== undefined && this.#prepared.get(statement.text) === kinds);
    const isFree = this.#underWay === 0 || (isKnown && this.#mayBeFollowed && this.#underWay < maxUnderWay);
    if (isFree && this.#waiting.length === 0) return this.#send(statement, kinds, isKnown);
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => void this.#send(statement, kinds, isKnown).then(resolve, reject));
    });
  }

  #send(statement: Statement, kinds: string | undefined, isKnown: boolean): Promise<Rows> {
    if (this.#isOver) return Promise.reject(new ConnectionLost());
    if (this.#underWay === 0) this.#lengthUnderWay = 0;
    this.#underWay += 1;
    this.#lengthUnderWay += lengthOf(statement);
    this.#mayBeFollowed = isKnown && this.#isConnected && this.#lengthUnderWay <= maxUnderWayBytes;
    return this.#ask(statement).then(
      (rows) => {
        this.#isConnected = true;
        if (!isKnown && kinds !== undefined) this.#prepared.set(statement.text, kinds);
        this.#answered();
        return rows;
      },
      (error: unknown) => {
        if (!isAnswer(error) || (statement.isOnce && isForgotten(error))) this.end();
        this.#answered();
        throw error;
      },
    );
  }

  async #ask(statement: Statement): Promise<Rows> {
    // By then whoever wants values has said so.
    await Promise.resolve();
    const query = this.#client.unsafe(statement.text, statement.parameters, statement.options);
    const answer = (statement.asValues ? (query.values() as unknown as typeof query) : query).then((rows) => rows);
    if (statement.isOnce) {
      // It is on its way after two turns. postgres.js would prepare anew what PostgreSQL has forgotten, and send it again behind
      // all that was sent meanwhile, the commit too; it does so with what it takes for prepared.
      await Promise.resolve();
      await Promise.resolve();
      void Object.assign(query, { prepared: false });
    }
    return await answer;
  }

  #answered(): void {
    this.#underWay -= 1;
    while (this.#underWay === 0 && this.#waiting.length > 0) this.#waiting.shift()?.();
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
    max_pipeline: maxUnderWay,
    idle_timeout: null,
    max_lifetime: null,
    // What arrays are made of is the same for all, and is kept with the options: the first connection asks.
    fetch_types: Object.keys(options.shared?.typeArrayMap ?? {}).length === 0,
  };
  // Options that have been read once are taken as they are.
  return postgres(settings as unknown as postgres.Options<Record<string, postgres.PostgresType>>);
}

/**
 * What PostgreSQL has to know of the parameters of a statement that is prepared with the next call, as postgres.js tells it;
 * empty where there are none, undefined where it is not prepared, or they are of many kinds.
 */
function kindsOf({ parameters = [], options }: Statement): string | undefined {
  if (parameters.length === 0) return '';
  if (!options?.prepare) return undefined;
  let kinds = 'p';
  for (const [place, value] of parameters.entries()) {
    if (typeof value === 'string' || typeof value === 'number' || value === null) continue;
    if (typeof value !== 'boolean') return undefined;
    kinds += `${place},`;
  }
  return kinds;
}

/** Of what was prepared, only the parameters travel. */
const lengthOf = ({ parameters = [] }: Statement): number =>
  parameters.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);

/** Whether PostgreSQL itself refused a statement, and stays there for the next one. */
const isAnswer = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && !['FATAL', 'PANIC'].includes(error.severity);

/** Whether it is a prepared statement that PostgreSQL does not know, or not like that, any more: postgres.js still does. */
const isForgotten = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && routinesOfForgotten.has(error.routine ?? '');
/** As postgres.js has them. */
const routinesOfForgotten = new Set(['FetchPreparedStatement', 'RevalidateCachedQuery', 'transformAssignedExpr']);

/** The connection broke before this was sent. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
  readonly code = 'CONNECTION_CLOSED';

  constructor() {
    super('The connection to the database is lost');
  }
}
