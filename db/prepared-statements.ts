/**
 * Prepares the statements that come again. Left alone, Drizzle has postgres.js prepare none: each is then described
 * first, which is a second way to the database and back, and parsed and planned anew every time.
 */
import type postgres from 'postgres';

/**
 * As many as one connection may hold, as each takes some of PostgreSQL's memory: searches with any filter and rows with
 * any fields make more texts than that.
 */
const maxPrepared = 500;
const maxRemembered = 2000;
/** No connection of a pool lives longer (`pool.ts`), and what it holds ends with it. */
const renewedAfterMs = 60 * 60 * 1000;

type Unsafe = postgres.Sql['unsafe'];
type Work = (tx: postgres.TransactionSql) => unknown;
type Begin = (...given: [...options: string[], work: Work]) => Promise<unknown>;

/**
 * Has a client prepare each statement with parameters whose text it is given again, in transactions as well. Each of its
 * connections prepares for itself, and one that takes a lost one's place begins anew.
 */
export function preparing<Client extends postgres.Sql>(client: Client): Client {
  const isKnown = rememberTexts();
  const prepared = <Sql extends { unsafe: Unsafe }>(sql: Sql): Sql => {
    const unsafe = sql.unsafe.bind(sql);
    const given: Unsafe = (text, parameters, options) =>
      unsafe(text, parameters, parameters?.length && isKnown(text) ? { ...options, prepare: true } : options);
    return Object.assign(sql, { unsafe: given });
  };
  const begin = client.begin.bind(client) as Begin;
  const beginPrepared: Begin = (...given) => {
    const work = given.pop() as Work;
    return begin(...(given as string[]), (tx) => work(prepared(tx)));
  };
  return Object.assign(prepared(client), { begin: beginPrepared });
}

/** Says of a text whether it was there before, and is one of those that are kept. */
function rememberTexts(): (text: string) => boolean {
  const [once, often] = [new Set<string>(), new Set<string>()];
  let since = performance.now();
  return (text) => {
    if (often.has(text)) return true;
    if (often.size >= maxPrepared) {
      if (performance.now() - since < renewedAfterMs) return false;
      often.clear();
      since = performance.now();
    }
    if (once.delete(text)) {
      often.add(text);
      return true;
    }
    if (once.size >= maxRemembered) once.clear();
    once.add(text);
    return false;
  };
}
