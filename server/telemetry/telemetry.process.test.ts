/** The metrics and traces of a working server, and the data that they must not contain. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { database } from '#db/client.ts';
import { routeOf } from '#server/api/route-of.ts';
import { type RunningServer, serve } from '#server/main.ts';
import { observed, removeObservers } from '#server/platform/observe.ts';
import { settings } from '#server/platform/settings.ts';
import { newMerchant, newProduct, signedHeaders, type TestMerchant } from '#server/testing/api.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';
import { startTelemetry, type Telemetry } from './start.ts';

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
}

/** A minimal collector: the received bytes and spans. */
async function openCollector() {
  const texts: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      texts.push(text);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => texts.join('\n'),
    spans: () =>
      texts.flatMap((text) =>
        (JSON.parse(text).resourceSpans as { scopeSpans: { spans: Span[] }[] }[]).flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const traceId = '0af7651916cd43dd8448eb211c80319c';
const secretName = 'Xyzzy Handbook';
const secretEmail = 'xyzzy@example.com';
let collector: Awaited<ReturnType<typeof openCollector>>;
let telemetry: Telemetry;
let server: RunningServer;
let merchant: TestMerchant;
let figures: string;
let loadedUnwanted: readonly string[];

/** The loaded telemetry libraries. */
const loadedLibraries = (): string[] =>
  ['prom-client', '@opentelemetry/sdk-trace-base', '@opentelemetry/exporter-trace-otlp-http'].filter((name) =>
    Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes(`/node_modules/${name}/`)),
  );

async function ask(path: string, body: unknown, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  return answer.status;
}

const readMetrics = async () => await (await fetch(`http://127.0.0.1:${telemetry.metricsPort}/metrics`)).text();

beforeAll(async () => {
  collector = await openCollector();
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: '5',
    DATABASE_READ_URL: databaseUrl,
    METRICS_PORT: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    TRUST_PROXY: 'on',
    RATE_LIMIT_STORE_SLUG_PER_SECOND: '1',
  });
  merchant = await newMerchant();
  const product = await newProduct(merchant, { name: secretName });
  const unwanted = { ...settings(), metrics: null, tracesUrl: undefined };
  await (await startTelemetry(unwanted, { app: true, worker: true })).stop();
  loadedUnwanted = loadedLibraries();
  telemetry = await startTelemetry(settings(), { app: true, worker: true });
  server = await serve({ host: '127.0.0.1', port: 0, pages: false });
  const path = '/v1/actions/checkout/create-session';
  const body = { storeId: merchant.storeId, productId: product.id, currency: 'USD', buyerEmail: secretEmail };
  const session = { ...body, productType: 'onetime' };
  const signed = signedHeaders('POST', path, JSON.stringify(session), {
    merchantId: merchant.merchantId,
    key: merchant.keys.test,
  });
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
  // With a key, the call runs in a transaction.
  const inTransaction = { ...signed, 'X-Idempotency-Key': randomUUID() };
  expect(await ask(path, session, { ...inTransaction, traceparent })).toBe(200);
  await ask(`/v1/${secretEmail}`, {}, {});
  const inPublic = { 'X-Store-Slug': merchant.slug, 'X-Environment': 'test' };
  const answers = await Promise.all([1, 2, 3].map(() => ask(path, session, inPublic)));
  expect(answers).toContain(429);
  await observed('job', 'done-job', async () => 1);
  await observed('job', 'failed-job', () => Promise.reject(new Error(secretName))).catch(() => {});
  await observed('call', 'webhook', async () => 1);
  figures = await vi.waitFor(
    async () => {
      const text = await readMetrics();
      expect(text).toContain('counterfoil_replica_in_use 1');
      return text;
    },
    { timeout: 20_000 },
  );
  await telemetry.stop();
});

afterAll(async () => {
  removeObservers();
  await server.close();
  await database(settings()).close();
  await collector.close();
});

describe('metrics', () => {
  test('count requests by route, method and status class', () => {
    const counted = (labels: string) =>
      new RegExp(`^counterfoil_request_duration_seconds_count\\{${labels}\\} (\\d+)$`, 'm');
    const labels = (route: string, status: string) => `route="${route}",method="POST",status="${status}"`;
    expect(figures).toMatch(counted(labels('/v1/actions/checkout/create-session', '2xx')));
    expect(figures).toMatch(counted(labels('/v1/\\*', '4xx')));
  });

  test('cover the process, statements, transactions, refusals and the backlog', () => {
    for (const line of [
      /^process_resident_memory_bytes \d+/m,
      /^nodejs_eventloop_lag_seconds /m,
      /^counterfoil_statement_duration_seconds_count\{outcome="done"\} \d+$/m,
      /^counterfoil_transaction_duration_seconds_count\{outcome="done"\} \d+$/m,
      /^counterfoil_replica_lag_seconds \d/m,
      /^counterfoil_replica_in_use 1$/m,
      /^counterfoil_transactions_in_flight 0$/m,
      /^counterfoil_pool_connections 5$/m,
      /^counterfoil_rate_limit_refusals_total\{limit="store-slug"\} \d$/m,
      /^counterfoil_job_duration_seconds_count\{job="done-job",outcome="done"\} 1$/m,
      /^counterfoil_job_duration_seconds_count\{job="failed-job",outcome="failed"\} 1$/m,
      /^counterfoil_outside_call_duration_seconds_count\{call="webhook",outcome="done"\} 1$/m,
      /^counterfoil_due\{work="deliveries"\} \d+$/m,
      /^counterfoil_due_oldest_seconds\{work="renewals"\} /m,
    ]) {
      expect(figures).toMatch(line);
    }
  });

  test('contain no personal data', () => {
    for (const text of [merchant.id, merchant.merchantId, merchant.slug, secretEmail, secretName])
      expect(figures).not.toContain(text);
  });

  test('are not served to the public', async () => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/metrics`);
    expect([answer.status, await answer.text()]).toEqual([404, 'This server has no pages']);
  });
});

describe('traces', () => {
  const named = (name: string) => collector.spans().find((span) => span.name === name);

  test('continue the caller’s trace from request through action to statements', () => {
    const request = named('POST /v1/actions/checkout/create-session');
    const action = collector
      .spans()
      .find(({ name, traceId: id }) => name === 'checkout/create-session' && id === traceId);
    const transaction = collector.spans().find(({ parentSpanId }) => parentSpanId === action?.spanId);
    expect([request?.traceId, request?.parentSpanId]).toEqual([traceId, 'b7ad6b7169203331']);
    expect([action?.parentSpanId, transaction?.name]).toEqual([request?.spanId, 'transaction']);
    const statements = collector.spans().filter(({ parentSpanId }) => parentSpanId === transaction?.spanId);
    const inserted = statements.filter(({ name }) => name === 'insert');
    const texts = inserted.flatMap(({ attributes }) => attributes).filter(({ key }) => key === 'db.query.text');
    expect(texts.map(({ value }) => value.stringValue).join('\n')).toContain('insert into "checkout_sessions"');
  });

  test('contain no sent values and no names', () => {
    const received = collector.received();
    expect(received).toContain('"service.name"');
    for (const text of [merchant.id, merchant.merchantId, merchant.slug, secretEmail, secretName])
      expect(received).not.toContain(text);
  });
});

describe('a route', () => {
  test.each([
    ['/v1/actions/store/create-store', '/v1/actions/store/create-store'],
    ['/v1/actions/store/xyzzy', '/v1/*'],
    ['/v1/health/ready', '/v1/health/ready'],
    ['/shop/checkout/0b5f', '/[storeSlug]/checkout/*'],
    ['/shop/portal/open/xyzzy', '/[storeSlug]/portal/*'],
    ['/assets/a.js', '/assets/*'],
    ['/dashboard/api/store/create-store', '/dashboard/api/store/create-store'],
    ['/dashboard/api/xyzzy/xyzzy', '/dashboard/api/*'],
    ['/_next/static/xyzzy.js', '/_next/*'],
    ['/reset-password/xyzzy', '/*'],
  ])('%s is %s', (path, route) => {
    expect(routeOf(path)).toBe(route);
  });

  test('of a page is the page’s pattern', () => {
    const pages = [{ page: '/dashboard/[storeSlug]', matches: /^\/dashboard\/([^/]+?)(?:\/)?$/ }];
    expect(routeOf('/dashboard/xyzzy', pages)).toBe('/dashboard/[storeSlug]');
  });
});

test('disabled parts are not loaded', () => {
  expect([loadedUnwanted.length, loadedLibraries().length]).toEqual([0, 3]);
});

test('work runs unchanged without an observer', async () => {
  removeObservers();
  expect(await observed('job', 'any', async (facts) => Object.keys(facts))).toEqual([]);
  await expect(observed('job', 'any', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
