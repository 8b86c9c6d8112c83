/**
 * Which statements the service sends for a request, as PostgreSQL itself writes them down, with their parameters: the
 * ceilings send the same ones, whatever the service comes to send.
 */
import { open, stat } from 'node:fs/promises';
import type { Sql } from 'postgres';

export interface Statement {
  readonly text: string;
  readonly parameters: readonly (string | null)[];
}

/** One statement by itself, or all of a transaction; `begin` is what comes after that word. */
export interface Unit {
  readonly begin: string | undefined;
  readonly statements: readonly Statement[];
}

/** What answers requests is called so; the worker asks something of its own all the time. */
const applications = ['counterfoil', 'counterfoil-reader'];
const mark = '\u00a7counterfoil-bench ';

/** Lets PostgreSQL write down every statement until `stop`; `since` gives what was sent after a moment's `place`. */
export async function watchStatements(sql: Sql, logFile: string) {
  await sql`alter system set log_line_prefix = ${sql.unsafe(`'${mark}%p [%a] '`)}`;
  await sql`alter system set log_statement = 'all'`;
  await sql`alter system set log_parameter_max_length = -1`;
  await reload(sql);
  return {
    place: async (): Promise<number> => (await stat(logFile)).size,
    async since(place: number): Promise<Unit[]> {
      const file = await open(logFile);
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc((await stat(logFile)).size - place), {
          position: place,
        });
        return unitsOf(entriesOf(buffer.toString('utf8', 0, bytesRead)));
      } finally {
        await file.close();
      }
    },
    async stop(): Promise<void> {
      for (const name of ['log_line_prefix', 'log_statement', 'log_parameter_max_length']) {
        await sql.unsafe(`alter system reset ${name}`);
      }
      await reload(sql);
    },
  };
}

/** Every process of PostgreSQL's has heard of it a moment later. */
async function reload(sql: Sql): Promise<void> {
  await sql`select pg_reload_conf()`;
  await sql`select pg_sleep(0.3)`;
}

interface Entry extends Statement {
  readonly pid: string;
}

function entriesOf(log: string): Entry[] {
  const entries: Entry[] = [];
  for (const part of log.split(mark).slice(1)) {
    const [, pid = '', application = '', said = ''] = /^(\d+) \[(.*?)\] (.*)$/s.exec(part) ?? [];
    if (!applications.includes(application)) continue;
    const line = said.replaceAll('\n\t', '\n').trimEnd();
    const text = /^LOG: {2}(?:statement|execute [^:]+): (.*)$/s.exec(line)?.[1];
    const parameters = /^DETAIL: {2}Parameters: (.*)$/s.exec(line)?.[1];
    const latest = entries.findLastIndex((entry) => entry.pid === pid);
    if (text !== undefined) entries.push({ pid, text, parameters: [] });
    else if (parameters !== undefined && latest >= 0) {
      entries[latest] = { ...(entries[latest] as Entry), parameters: readParameters(parameters) };
    }
  }
  return entries;
}

const readParameters = (said: string): (string | null)[] =>
  [...said.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(([, value]) => value?.replaceAll("''", "'") ?? null);

/** What belongs to one transaction together, in the order in which it began. */
function unitsOf(entries: readonly Entry[]): Unit[] {
  const units: { begin: string | undefined; statements: Statement[] }[] = [];
  const transactions = new Map<string, { begin: string | undefined; statements: Statement[] }>();
  for (const { pid, ...statement } of entries) {
    const begin = /^begin\b\s*(.*)$/i.exec(statement.text)?.[1];
    const transaction = transactions.get(pid);
    if (begin !== undefined) {
      const unit = { begin, statements: [] };
      transactions.set(pid, unit);
      units.push(unit);
    } else if (/^(commit|rollback)$/i.test(statement.text)) transactions.delete(pid);
    else if (transaction) transaction.statements.push(statement);
    else units.push({ begin: undefined, statements: [statement] });
  }
  return units;
}
