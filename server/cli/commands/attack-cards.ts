/**
 * Verifies the limits on card testing with a temporary server, a temporary database and a fake payment provider. It
 * takes no address, so it cannot attack anything else.
 */
import { openDatabase } from '#db/client.ts';
import type { AttackPlan, AttackResult } from '#server/testing/card-testing/attack.ts';
import { parseOptions, UsageError } from '../usage-error.ts';

export const usage = 'attack cards [--cards N] [--addresses N] [--buyers N] [--json]';
export const summary = 'Benchmark the limits on card testing on a temporary server. Exit 1 if they do not hold.';

const maxCards = 10_000;
const maxAddresses = 200;
const maxBuyers = 100;
const maxMs = 8 * 60_000;
/** At most this many stolen cards reach the provider, and at least this share of honest customers pay. */
const goals = { cardsAtProvider: 100, buyersPaidPercent: 95 } as const;

export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({
    args,
    options: {
      cards: { type: 'string', default: String(maxCards) },
      addresses: { type: 'string', default: String(maxAddresses) },
      buyers: { type: 'string', default: String(maxBuyers) },
      json: { type: 'boolean', default: false },
    },
  });
  const plan = {
    cards: readCount('cards', values.cards, maxCards),
    addresses: readCount('addresses', values.addresses, maxAddresses),
    buyers: readCount('buyers', values.buyers, maxBuyers),
    maxMs,
  };
  const result = await attack(plan);
  const isHeld = doLimitsHold(result, plan);
  console.log(values.json ? JSON.stringify({ ...result, goals, isHeld }, null, 2) : tableOf(result, plan, isHeld));
  process.exit(isHeld ? 0 : 1);
}

/** A run that ended before it tried every card proves nothing. */
export const doLimitsHold = (
  { cardsTried, cardsAtProvider, buyersPaid }: Pick<AttackResult, 'cardsTried' | 'cardsAtProvider' | 'buyersPaid'>,
  { cards, buyers }: Pick<AttackPlan, 'cards' | 'buyers'>,
): boolean =>
  cardsTried === cards &&
  cardsAtProvider < goals.cardsAtProvider &&
  buyersPaid * 100 >= goals.buyersPaidPercent * buyers;

function readCount(name: string, text: string, max: number): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > max) throw new UsageError(`--${name}: 1 to ${max}`);
  return count;
}

async function attack(plan: AttackPlan) {
  const [{ attackCards }, { defaultLimitSettings, createCardStore }, { StripeDouble }, servers] = await Promise.all([
    import('#server/testing/card-testing/attack.ts'),
    import('#server/testing/card-testing/store.ts'),
    import('#server/testing/stripe/double.ts'),
    import('#server/testing/test-servers.ts'),
  ]);
  const [database, stripe] = await Promise.all([servers.startTestDatabase(), new StripeDouble().listen()]);
  const { db, close } = openDatabase(database.url, { max: 2, applicationName: 'attack-cards' });
  try {
    const settings = { ...defaultLimitSettings, ...stripe.settings };
    const server = await servers.startApiServer(database.url, { pages: false, worker: false, settings });
    try {
      const store = await createCardStore(db, server.url);
      return await attackCards({ ...store, environment: 'prod', stripe }, stripe, plan);
    } finally {
      await server.close();
    }
  } finally {
    await close();
    await stripe.close();
    await database.close();
  }
}

function tableOf(result: AttackResult, plan: AttackPlan, isHeld: boolean): string {
  const rows: [string, number | string][] = [
    ['stolen cards tried', `${result.cardsTried} (goal: all ${plan.cards})`],
    ['reached the provider', `${result.cardsAtProvider} (goal: under ${goals.cardsAtProvider})`],
    ['  without 3D Secure', result.cardsJudged],
    ['refused', result.refused],
    ['honest buyers', result.buyers],
    ['paid', `${result.buyersPaid} (goal: ${goals.buyersPaidPercent} %)`],
    ['  with 3D Secure', result.buyersAuthenticated],
    ['  after waiting', result.buyersWhoWaited],
    ['longest wait', `${result.maxWaitSeconds} s`],
    ['duration', `${result.seconds} s`],
  ];
  const lines = rows.map(([name, value]) => `  ${name.padEnd(24)} ${value}`);
  return `${lines.join('\n')}\n\n${isHeld ? 'The limits hold.' : 'The limits do not hold.'}`;
}
