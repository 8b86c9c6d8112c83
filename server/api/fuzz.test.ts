/** Fuzzes all other addresses with malformed bodies, cookies and headers: never a 500, never another merchant's row. */
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { baseUrl } from '#server/testing/api.ts';
import { buyerIdentity } from '#server/testing/arrangements.ts';
import { addressesOf } from '#server/testing/fuzz/addresses.ts';
import type { Ids } from '#server/testing/fuzz/bodies.ts';
import { oddText, oddValue } from '#server/testing/fuzz/odd-values.ts';
import {
  type FuzzRequest,
  type ReceivedResponse,
  requestTextOf,
  sendBytes,
  someOddHeaders,
} from '#server/testing/fuzz/requests.ts';
import { checkValues, timeoutMs } from '#server/testing/fuzz/runs.ts';
import { newTenant, newVictim, type Tenant, type Victim } from '#server/testing/fuzz/tenants.ts';
import { signInBrowser } from '#server/testing/orders/portal-visitor.ts';

const { origin } = new URL(baseUrl);

describe('every address', () => {
  let [attacker, victim] = [undefined, undefined] as unknown as [Tenant, Victim];
  let cookie: string;

  beforeAll(async () => {
    [attacker, victim] = await Promise.all([newTenant('Attacker'), newVictim()]);
    cookie = (await signInBrowser(attacker.merchant, buyerIdentity)).cookie ?? '';
  }, timeoutMs);

  afterAll(async () => expect(await victim.changedTables()).toEqual([]));

  async function ask(request: FuzzRequest): Promise<ReceivedResponse> {
    const response = await sendBytes(baseUrl, request);
    expect(response.status).toBeLessThan(500);
    expect(victim.leakedIn(response.text, requestTextOf(request))).toEqual([]);
    return response;
  }

  /** Ids of the attacker's and the victim's rows. The visitor holds the attacker's own pages. */
  const values = (): Ids => {
    const both = (name: string) => [...(attacker.ids[name] ?? []), ...(victim.ids[name] ?? [])];
    return {
      slug: [attacker.merchant.slug],
      session: attacker.ids.checkoutSessionId ?? [],
      order: both('orderId'),
      payment: both('paymentId'),
      ticket: both('ticketId'),
    };
  };

  const bodies = fc.oneof(
    fc.constant(''),
    fc
      .record(
        {
          email: fc.oneof(fc.constant('buyer@example.com'), oddValue),
          country: fc.oneof(fc.constantFrom('DE', 'US', 'JP'), oddValue),
          state: oddValue,
          postcode: oddValue,
          isBusiness: oddValue,
          taxId: oddValue,
          shown: oddValue,
          cardNumber: fc.oneof(fc.constantFrom('4242 4242 4242 4242', '4000 0000 0000 0002'), oddValue),
          cardExpiry: fc.oneof(fc.constant('12 / 40'), oddValue),
          cardCvc: fc.oneof(fc.constant('123'), oddValue),
          paymentToken: oddValue,
          token: oddValue,
          link: oddValue,
          environment: oddValue,
          passed: oddValue,
          amount: oddValue,
          reason: oddValue,
          paymentId: oddValue,
          ticketId: oddValue,
        },
        { requiredKeys: [] },
      )
      .map((body) => JSON.stringify(body)),
    oddValue.map((value) => JSON.stringify(value) ?? ''),
    fc
      .dictionary(
        fc.oneof(fc.constantFrom('email', 'country', 'language', 'theme', 'check', 'state'), oddText),
        oddText,
        { maxKeys: 6 },
      )
      .map((form) =>
        new URLSearchParams(
          Object.entries(form).map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]),
        ).toString(),
      ),
    oddText.map((text) => text.toWellFormed()),
  );

  const sentTo = (addresses: fc.Arbitrary<string>, methods: readonly string[]): fc.Arbitrary<FuzzRequest> =>
    fc
      .record({
        method: fc.constantFrom(...methods),
        path: addresses,
        body: bodies,
        accept: fc.constantFrom('text/html', 'application/json'),
        type: fc.constantFrom(
          'application/json',
          'application/json',
          'application/x-www-form-urlencoded',
          'text/plain',
        ),
        isSignedIn: fc.boolean(),
        odd: someOddHeaders,
      })
      .map(({ method, path, body, accept, type, isSignedIn, odd }) => ({
        method,
        path,
        headers: {
          Accept: accept,
          'Content-Type': type,
          Origin: origin,
          ...(isSignedIn && { Cookie: cookie }),
          ...odd,
        },
        body: Buffer.from(method === 'POST' ? body : ''),
      }));

  test.concurrent('the checkout', { timeout: timeoutMs }, async () => {
    const steps = [
      '',
      '/pay',
      '/quote',
      '/customer',
      '/receipt.pdf',
      '/challenge/:payment',
      '/challenge/:payment/finish',
      '/:ticket',
    ];
    const addresses = addressesOf(
      steps.map((step) => `/:slug/checkout/:session${step}`),
      values(),
    );
    await checkValues('checkout', {
      values: sentTo(addresses, ['GET', 'POST', 'POST', 'POST', 'HEAD', 'PUT']),
      runs: 40,
      check: async (request) => void (await ask(request)),
    });
  });

  /** A portal page that names the victim's objects, opened by the attacker's own customer. */
  function visitTo(page: string): FuzzRequest {
    const [[order = ''] = [], [payment = ''] = []] = [victim.ids.orderId, victim.ids.paymentId];
    const path = page.replace(':order', order).replace(':payment', payment);
    const headers = { Accept: 'text/html', Cookie: cookie };
    return { method: 'GET', path: `/${attacker.merchant.slug}/portal${path}`, headers, body: Buffer.alloc(0) };
  }

  test.concurrent('the portal', { timeout: timeoutMs }, async () => {
    const pages = [
      '',
      '/open',
      '/orders/:order',
      '/orders/:order/refund',
      '/orders/:order/card',
      '/receipts/:payment.pdf',
      '/fix/:order',
    ];
    const steps = [
      '/enter',
      '/open',
      '/fix',
      '/orders/:order/cancel',
      '/orders/:order/reactivate',
      '/orders/:order/refund',
      '/orders/:order/card',
      '/orders/:order/card/prepare',
      '/orders/:order/card/challenge/:payment/finish',
      '/:ticket/:payment',
    ];
    for (const [methods, paths] of [
      [['GET', 'GET', 'GET', 'HEAD', 'DELETE'], pages],
      [['POST'], steps],
    ] as const) {
      const addresses = addressesOf(
        paths.map((path) => `/:slug/portal${path}`),
        values(),
      );
      await checkValues(`portal ${methods[0]}`, {
        values: sentTo(addresses, methods),
        runs: 24,
        examples: methods[0] === 'GET' ? pages.map((page) => visitTo(page)) : [],
        check: async (request) => void (await ask(request)),
      });
    }
  });

  test.concurrent('everything else', { timeout: timeoutMs }, async () => {
    const paths = [
      '/v1/:v',
      '/v1/actions/:v',
      '/v1/actions/:v/:v',
      '/v1/:v/:v/:v',
      '/v1/health/:v',
      '/v1/webhook-keys',
      '/v1/openapi.json',
      '/v1/graphql',
      '/v1/payment-webhooks/:v',
      '/assets/:v',
      '/assets/:v/:v',
      '/:v',
      '/:v/:v',
      '/:v/checkout',
      '/:v/portal',
      '/:v/portal/:v',
      '/:v/checkout/:v/:v',
    ];
    const v = [
      'store',
      'update-store',
      'health',
      'stripe',
      'index.js',
      'checkout',
      'live',
      'ready',
      attacker.merchant.slug.toUpperCase(),
      'assets',
      'dashboard',
      'api',
    ];
    await checkValues('everything else', {
      values: sentTo(addressesOf(paths, { v }), [
        'GET',
        'POST',
        'HEAD',
        'OPTIONS',
        'PUT',
        'PATCH',
        'DELETE',
        'TRACE',
        'PROPFIND',
      ]),
      runs: 60,
      check: async (request) => {
        const { status, text, headers } = await ask(request);
        if (!request.path.startsWith('/v1/') || status < 400 || request.method === 'HEAD') return;
        expect([headers['content-type'], JSON.parse(text)]).toMatchObject([
          'application/json; charset=utf-8',
          { data: null, errors: [expect.objectContaining({ message: expect.any(String), layer: 'gateway' })] },
        ]);
      },
    });
  });

  test.concurrent('malformed HTTP', { timeout: timeoutMs }, async () => {
    const target = fc.oneof(
      fc.constantFrom(
        '/v1/actions/store/update-store',
        '/v1/health',
        `/${attacker.merchant.slug}/portal`,
        '*',
        '//',
        '//v1/health',
        '/\\',
        'http://[',
        'http://x/v1/health',
        'http:/checkout/x/checkout/y',
        'https:/[/checkout/portal',
        'x:/portal/portal',
        '/%',
        '/v1/health?\u00ff',
        '/a/checkout/..',
        '/./portal/portal',
      ),
      oddText.map((text) => `/${text.replaceAll(/\s/g, '')}`),
    );
    const lines = fc.constantFrom(
      'Content-Length: 5',
      'Content-Length: 5, 5',
      'Content-Length: -1',
      'Content-Length: 99999999999999999999',
      'Content-Length: 1e3',
      'Content-Length: 4\r\nContent-Length: 5',
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: chunked, chunked',
      'Transfer-Encoding: gzip',
      'Transfer-Encoding: chunked\r\nContent-Length: 5',
      'Transfer-Encoding : chunked',
      ' folded: x',
      'X\u0000: y',
      'X: \u0000',
      'No colon',
      ': no name',
      'Expect: nonsense',
      'Expect: 100-continue',
      'Upgrade: websocket\r\nConnection: Upgrade',
      'Connection: X-Merchant-Id',
      `X: ${'y'.repeat(9000)}`,
      'Host: other',
      'Cookie: a\r\nCookie: b',
    );
    const requests = fc.record({
      method: fc.constantFrom('GET', 'POST', 'CONNECT', 'get', 'PRI', 'G\u0000T', 'OPTIONS', 'QUERY'),
      target,
      version: fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', ''),
      lines: fc.array(lines, { maxLength: 3 }),
      body: fc.constantFrom(
        '',
        '{}',
        '5\r\nhello\r\n0\r\n\r\n',
        'ffffffffff\r\n',
        '-1\r\n',
        '0\r\n\r\nGET /v1/health HTTP/1.1\r\n\r\n',
        '\u0000',
      ),
    });
    const check = async ({
      method,
      target: path,
      version,
      lines: head,
      body,
    }: {
      method: string;
      target: string;
      version: string;
      lines: string[];
      body: string;
    }) => {
      const text = [`${method} ${path} ${version}`, 'Host: localhost', 'Connection: close', ...head, '', body].join(
        '\r\n',
      );
      const answer = await sendText(text);
      const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      expect((await fetch(`${baseUrl}/v1/health/live`)).status).toBe(200);
    };
    await checkValues('hardly HTTP', { values: requests, runs: 25, check });
  });
});

/** The answer to the text on its own connection, up to where either side closes it. */
function sendText(text: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.end(text));
    socket.setEncoding('utf8').on('data', (part: string) => {
      answer += part;
    });
    socket.on('error', () => resolve(answer));
    socket.on('close', () => resolve(answer));
    socket.setTimeout(2000, () => socket.destroy());
  });
}
