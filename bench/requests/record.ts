/** Records the service's responses to a journey, and its statements from PostgreSQL's log. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { type Begin, exchangeWith, runJourney } from './journey.ts';
import type { RecordedStep, Recording, Unit } from './plan.ts';
import type { Product } from './product.ts';

/** The first journeys fill caches. Most of the others run between the service's batched writes. */
const [ignored, journeys] = [3, 12];
/** The application names of the connections that serve requests. The worker has another one. */
const applications = ['counterfoil', 'counterfoil-reader'];
/** Headers that Node.js sets on each response. */
const ownHeaders = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'];

/** Records one journey several times. Returns two recordings with the most frequent list of statements. */
export async function record({ sql, url }: Product, begin: Begin): Promise<Recording> {
  const exchange = exchangeWith(url);
  const log = await startStatementLog(sql);
  const recorded: Omit<RecordedStep, 'units'>[][] = [];
  for (let number = 0; number < journeys; number += 1) {
    const steps: Omit<RecordedStep, 'units'>[] = [];
    await runJourney(begin(0), async (request) => {
      await log.mark();
      const at = Date.now();
      const answer = await exchange(request);
      const headers = Object.entries(answer.headers).filter(([name]) => !ownHeaders.includes(name));
      const { status, bytes } = answer;
      steps.push({ at, answer: { status, headers: Object.fromEntries(headers), body: bytes.toString('base64') } });
      return answer;
    });
    recorded.push(steps);
  }
  const units = (await log.stop()).values();
  const complete = recorded.map((steps) => steps.map((step) => ({ ...step, units: units.next().value ?? [] })));
  const [[first, second] = []] = [...Map.groupBy(complete.slice(ignored), textsOf).values()].sort(
    (a, b) => b.length - a.length,
  );
  if (!first || !second) throw new Error('The service sends different statements each time');
  return [first, second];
}

const textsOf = (steps: readonly RecordedStep[]): string =>
  JSON.stringify(steps.map(({ units }) => units.map((unit) => [unit.begin, unit.statements.map(({ text }) => text)])));

/** Lets PostgreSQL log all statements. `stop` returns them, in groups that begin with each `mark`. */
async function startStatementLog(sql: Sql) {
  const id = randomUUID();
  let marks = 0;
  const mark = async () => {
    marks += 1;
    await sql.unsafe(`select '${id}'`);
  };
  const configure = async (change: string) => {
    await sql.unsafe(`alter system ${change}`);
    await sql`select pg_reload_conf()`;
    // Waits until all of PostgreSQL's processes have read the setting.
    await sleep(300);
  };
  await configure(`set log_statement = 'all'`);
  return {
    mark,
    async stop(): Promise<Unit[][]> {
      await mark();
      await configure('reset log_statement');
      // PostgreSQL writes the log in the background, in order.
      for (;;) {
        const [row] = await sql`select pg_read_file(pg_current_logfile('jsonlog')) as text`;
        const groups = groupsOf(row?.text, id);
        if (groups.length === marks) return groups.slice(0, -1).map(unitsOf);
        await sleep(50);
      }
    },
  };
}

type Entry = Readonly<Record<'pid' | 'application_name' | 'message' | 'detail', string | undefined>>;

function groupsOf(log: string, id: string): Entry[][] {
  const groups: Entry[][] = [];
  // The last line may be incomplete.
  for (const line of log.split('\n').slice(0, -1)) {
    if (line.includes(id)) groups.push([]);
    else groups.at(-1)?.push(JSON.parse(line));
  }
  return groups;
}

/** Transactions and single statements, in the order in which they began. */
function unitsOf(entries: readonly Entry[]): Unit[] {
  const units: Unit[] = [];
  const transactions = new Map<string | undefined, Unit>();
  for (const { pid, application_name: application = '', message = '', detail = '' } of entries) {
    const text = /^(?:statement|execute [^:]+): (.*)$/s.exec(message)?.[1];
    if (text === undefined || !applications.includes(application)) continue;
    const begin = /^begin\b\s*(.*)$/i.exec(text)?.[1];
    if (begin !== undefined) {
      transactions.set(pid, { begin, statements: [] });
      units.push(transactions.get(pid) as Unit);
    } else if (/^(commit|rollback)$/i.test(text)) transactions.delete(pid);
    else {
      const statement = { text, parameters: parametersOf(detail) };
      const transaction = transactions.get(pid);
      if (transaction) transaction.statements.push(statement);
      else units.push({ begin: undefined, statements: [statement] });
    }
  }
  return units;
}

const parametersOf = (detail: string): (string | null)[] =>
  [...detail.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(([, value]) => value?.replaceAll("''", "'") ?? null);
