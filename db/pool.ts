/** Connections that a process keeps open: each is lent to one piece of work at a time, and opened when none is free. */
import { type ClientOptions, Connection } from './connection.ts';

/** So long a connection that nobody wants is kept. */
const idleMs = 60_000;
/** Whatever PostgreSQL keeps for a connection is let go of now and then. */
const lifetimeMs = 45 * 60_000;
/** Whoever waits longer for a connection is told that there is none. */
const patienceMs = 30_000;
/** Work that is going on when the pool closes gets so long to end. */
const closingMs = 5000;

interface Waiting {
  take(connection: Connection): void;
  refuse(error: Error): void;
}

export class Pool {
  readonly #options: ClientOptions;
  readonly #max: number;
  readonly #idle: Connection[] = [];
  /** Each with what lets go of it once nobody has wanted it for long. */
  readonly #open = new Map<Connection, NodeJS.Timeout>();
  readonly #waiting = new Set<Waiting>();
  #lent = 0;
  #isClosing = false;
  #onReturned = () => {};

  constructor(options: ClientOptions, max: number) {
    this.#options = options;
    this.#max = max;
  }

  /** Does work that has a connection to itself. */
  async use<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    // The one used last: the others may be let go of.
    const connection = this.#idle.pop() ?? this.#openAnother() ?? (await this.#wait());
    this.#lent += 1;
    try {
      return await work(connection);
    } finally {
      this.#lent -= 1;
      this.#giveBack(connection);
    }
  }

  /** Lets the work that is going on end, and takes no more. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const { refuse } of this.#waiting) refuse(poolClosed());
    while (this.#idle.length > 0) this.#idle.pop()?.end();
    if (this.#lent > 0) {
      await new Promise<void>((resolve) => {
        const patience = setTimeout(resolve, closingMs);
        this.#onReturned = () => {
          if (this.#lent > 0) return;
          clearTimeout(patience);
          resolve();
        };
      });
    }
    for (const connection of this.#open.keys()) connection.end();
  }

  #openAnother(): Connection | undefined {
    if (this.#isClosing) throw poolClosed();
    if (this.#open.size >= this.#max) return undefined;
    const connection = new Connection(this.#options, (over) => this.#forget(over));
    const letGo = () => {
      if (this.#idle.includes(connection)) connection.end();
    };
    this.#open.set(connection, setTimeout(letGo, idleMs).unref());
    return connection;
  }

  #wait(): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(patience);
        this.#waiting.delete(waiting);
      };
      const waiting: Waiting = {
        take(connection) {
          leave();
          resolve(connection);
        },
        refuse(error) {
          leave();
          reject(error);
        },
      };
      const patience = setTimeout(() => waiting.refuse(noneFree()), patienceMs);
      this.#waiting.add(waiting);
    });
  }

  #giveBack(connection: Connection): void {
    this.#onReturned();
    if (this.#isClosing || performance.now() - connection.openedAt > lifetimeMs) connection.end();
    if (connection.isOver) return;
    const [next] = this.#waiting;
    if (next) {
      next.take(connection);
      return;
    }
    this.#open.get(connection)?.refresh();
    this.#idle.push(connection);
  }

  /** One that is over makes room for another. */
  #forget(connection: Connection): void {
    clearTimeout(this.#open.get(connection));
    this.#open.delete(connection);
    const place = this.#idle.indexOf(connection);
    if (place >= 0) this.#idle.splice(place, 1);
    const [next] = this.#waiting;
    const another = next && !this.#isClosing ? this.#openAnother() : undefined;
    if (another) next?.take(another);
  }
}

const poolClosed = () => Object.assign(new Error('The connections have been closed'), { code: 'CONNECTION_ENDED' });
const noneFree = () =>
  Object.assign(new Error('No connection to the database came free in time'), { code: 'CONNECT_TIMEOUT' });
