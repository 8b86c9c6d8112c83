/**
 * The memory of one process of server, pages and worker over an hour of mixed requests: sales, GraphQL, checkout pages,
 * the dashboard and the documentation, a few per second. Reports the memory each minute.
 */
// The measured server is started as in tests, so the demo's password has to be hashed as in tests.
import '#server/testing/cheap-password-hashes.mjs';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureDemo } from '#server/cli/demo/demo.ts';
import { roundTo } from './measure.ts';
import { salesOf } from './requests/cases/complete-sale.ts';
import { exchangeWith, runJourney, type SentRequest } from './requests/journey.ts';
import { newMerchant, signed } from './requests/merchants.ts';
import { type Product, startProduct } from './requests/product.ts';
import { memoryOf } from './resources.ts';
import { type Goal, memoryGoal, type Result } from './result.ts';

const minutes = Number(process.env.BENCH_MINUTES ?? 60);
const MINUTE_MS = 60_000;
/** Between two requests: about five per second. */
const PAUSE_MS = 200;
/** Signatures are valid for five minutes. */
const SIGNED_FOR_MS = 4 * MINUTE_MS;

const dashboardPages = ['', '/orders', '/subscriptions', '/customers', '/payments', '/products', '/balances', '/audit'];
const publicPages = ['/', '/docs', '/docs/webhooks', '/docs/checkout', '/sign-in', '/v1/openapi.json'];

export async function* run(): AsyncGenerator<Result> {
  const product = await startProduct();
  try {
    const visits = await visitsOf(product);
    const samples: { minute: number; mib: number }[] = [];
    const startedAt = Date.now();
    let count = 0;
    for (let minute = 1; minute <= minutes; minute += 1) {
      while (Date.now() < startedAt + minute * MINUTE_MS) {
        await visits[count % visits.length]?.();
        count += 1;
        await sleep(PAUSE_MS);
      }
      samples.push({ minute, mib: roundTo(memoryOf(product.pid ?? 0, 'VmRSS') / 1024, 0) });
    }
    const shown = samples.filter(({ minute }) => minute <= 5 || minute % 5 === 0);
    yield {
      case: 'memory',
      rows: shown.map(({ minute, mib }) => ({ minute, 'resident MiB': mib })),
      notes: [`${count} visits`],
      goals: [
        memoryGoal(roundTo(memoryOf(product.pid ?? 0, 'VmHWM') / 1024, 0)),
        growthGoal(samples.map(({ mib }) => mib)),
      ],
    };
  } finally {
    await product.close();
  }
}

/** All pages are loaded after a quarter of the time. */
function growthGoal(mibs: readonly number[]): Goal {
  const figure = roundTo((mibs.at(-1) ?? 0) / (mibs[Math.ceil(mibs.length / 4) - 1] ?? 0) - 1, 2);
  return { text: 'growth of at most 10 % in the last three quarters', figure, isMet: figure <= 0.1 };
}

/** One function per kind of visit. They take turns. */
async function visitsOf(product: Product): Promise<(() => Promise<unknown>)[]> {
  const demo = await ensureDemo(product.db, { now: new Date(), dataDir: tmpdir() });
  if (!demo) throw new Error('A new database has no demo');
  const exchange = exchangeWith(product.url);
  const merchant = await newMerchant(product, { products: 20 });
  const cookie = await signIn(product.url, demo);
  const get = (path: string, headers: Readonly<Record<string, string>> = {}): SentRequest => ({
    method: 'GET',
    path,
    headers,
    body: '',
  });
  const visit = async (request: SentRequest) => {
    const { status } = await exchange(request);
    if (status !== 200) throw new Error(`${request.path}: ${status}`);
  };
  const cycle = (paths: readonly string[], headers = {}) => {
    let index = 0;
    return () => visit(get(paths[index++ % paths.length] ?? '', headers));
  };
  let sell = await salesOf(product.url, merchant);
  let signedAt = Date.now();
  let sales = 0;
  const sale = async () => {
    if (Date.now() > signedAt + SIGNED_FOR_MS) {
      sell = await salesOf(product.url, merchant);
      signedAt = Date.now();
    }
    await runJourney(sell(sales++), exchange);
  };
  const query = `{ onetimeOrders(storeId: "${merchant.storeId}", limit: 20) { id status total product { name } } }`;
  return [
    sale,
    cycle(
      dashboardPages.map((page) => `/dashboard/${demo.storeSlug}/test${page}`),
      { Cookie: cookie },
    ),
    sale,
    cycle([new URL(demo.checkoutUrl).pathname]),
    () => visit(signed(merchant, '/v1/graphql', { query })),
    cycle(publicPages),
  ];
}

async function signIn(url: string, { email, password }: { email: string; password: string }): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`Sign-in failed: ${response.status} ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
