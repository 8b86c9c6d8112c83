/** What the service does for a case, seen from outside: its answers, and its statements as PostgreSQL writes them down. */
import type { Journey } from './journey.ts';
import { travel } from './load.ts';
import { planOf, type Recorded, type Step } from './plan.ts';
import type { Product } from './product.ts';
import { watchStatements } from './statements.ts';

/** Enough that most of them fall between the questions that the worker asks ten times a second. */
const journeys = 9;
/** Beside the point, or each answer's own. */
const leftOut = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'];

export async function record({ sql, url, logFile }: Product, begin: (number: number) => Journey): Promise<Step[]> {
  // The first requests ask for more: what is kept in memory from then on.
  for (let number = 0; number < 3; number += 1) await one(url, begin, number);
  const watch = await watchStatements(sql, logFile);
  const recorded: Recorded[][] = [];
  try {
    for (let number = 0; number < journeys; number += 1) {
      recorded.push(await one(url, begin, number, watch));
    }
  } finally {
    await watch.stop();
  }
  return planOf(recorded);
}

async function one(
  url: string,
  begin: (number: number) => Journey,
  number: number,
  watch?: Awaited<ReturnType<typeof watchStatements>>,
): Promise<Recorded[]> {
  const steps: Recorded[] = [];
  await travel(begin(-1 - number), number, async ({ path, method, headers, body }) => {
    const [at, place] = [Date.now(), await watch?.place()];
    const answered = await fetch(url + path, {
      method,
      headers,
      redirect: 'manual',
      ...(method === 'POST' && { body }),
    });
    const answer = { status: answered.status, body: await answered.text() };
    const units = place === undefined ? [] : ((await watch?.since(place)) ?? []);
    const kept = [...answered.headers].filter(([name]) => !leftOut.includes(name));
    steps.push({ at, units, answer: { ...answer, headers: Object.fromEntries(kept) } });
    return answer;
  });
  return steps;
}
