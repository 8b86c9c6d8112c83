/** What the service does for a case, seen from outside: its answers, and its statements as PostgreSQL writes them down. */
import type { Journey } from './journey.ts';
import { openConnection, travel } from './load.ts';
import { planOf, type Recorded, type Step } from './plan.ts';
import type { Product } from './product.ts';
import { watchStatements } from './statements.ts';

/** Enough that most of them fall between what is written for many at once. */
const journeys = 9;
/** Beside the point, or each answer's own. */
const leftOut = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'];

/** Records the same journey a few times. Ids that are sent stay the same; those that are made for each do not. */
export async function record({ sql, port, logFile }: Product, begin: () => Journey): Promise<Step[]> {
  const connection = await openConnection(port);
  // The first requests ask for more: what is kept in memory from then on.
  for (let number = 0; number < 3; number += 1) await one(connection, begin(), number);
  const watch = await watchStatements(sql, logFile);
  const recorded: Recorded[][] = [];
  try {
    for (let number = 0; number < journeys; number += 1) {
      recorded.push(await one(connection, begin(), number, watch));
    }
  } finally {
    await watch.stop();
    connection.close();
  }
  return planOf(recorded);
}

async function one(
  { exchange }: Pick<Awaited<ReturnType<typeof openConnection>>, 'exchange'>,
  journey: Journey,
  number: number,
  watch?: Awaited<ReturnType<typeof watchStatements>>,
): Promise<Recorded[]> {
  const steps: Recorded[] = [];
  await travel(journey, number, async (request) => {
    const [at, place] = [Date.now(), await watch?.place()];
    const answer = await exchange(request);
    const units = place === undefined ? [] : ((await watch?.since(place)) ?? []);
    const { status, head, bytes } = answer;
    steps.push({ at, units, answer: { status, headers: headersIn(head), body: bytes.toString('base64') } });
    return answer;
  });
  return steps;
}

function headersIn(head: string): Record<string, string> {
  const lines = head.split('\r\n').slice(1);
  const pairs = lines.map((line) => [line.split(':', 1)[0] ?? '', line.slice(line.indexOf(':') + 1).trim()] as const);
  return Object.fromEntries(pairs.filter(([name]) => !leftOut.includes(name.toLowerCase())));
}
