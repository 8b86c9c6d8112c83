/**
 * Fuzzes the dashboard's handlers and the account service as a signed-in merchant who names another merchant's rows.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeMembers } from '#db/schema/index.ts';
import { actions } from '#server/actions/index.ts';
import { fillIn } from '#server/docs/placeholders.ts';
import { schema } from '#server/graphql/schema.ts';
import type { GatewayResponse } from '#server/http/http.ts';
import { signUp } from '#server/testing/account-browser.ts';
import { db } from '#server/testing/api.ts';
import { bodiesFor, bytesOf, type IdPool, type Ids } from '#server/testing/fuzz/bodies.ts';
import { oddText, oddValue } from '#server/testing/fuzz/odd-values.ts';
import { queriesOf } from '#server/testing/fuzz/queries.ts';
import { requestTextOf, someOddHeaders } from '#server/testing/fuzz/requests.ts';
import { checkValues, timeoutMs } from '#server/testing/fuzz/runs.ts';
import { newTenant, newVictim, type Tenant, type Victim } from '#server/testing/fuzz/tenants.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';

const appUrl = 'http://localhost:3000';
let handler: typeof import('./dashboard-handler.ts');
let accounts: typeof import('./sign-in/merchant-auth.ts');
let [attacker, victim] = [undefined, undefined] as unknown as [Tenant, Victim];
let cookie: string;

beforeAll(async () => {
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    APP_URL: appUrl,
    RATE_LIMIT_STORE_SLUG_PER_SECOND: '100000',
    RATE_LIMIT_SIGN_IN_PER_MINUTE: '100000',
  });
  accounts = await import('./sign-in/merchant-auth.ts');
  handler = await import('./dashboard-handler.ts');
  [attacker, victim] = await Promise.all([newTenant('Attacker'), newVictim()]);
  const { id, browser } = await signUp(accounts);
  cookie = browser.cookie;
  const { id: storeId } = attacker.merchant.store;
  await db.insert(storeMembers).values({ storeId, merchantId: id, role: 'owner', createdAt: new Date() });
}, timeoutMs);

afterAll(async () => {
  expect(await victim.changedTables()).toEqual([]);
  // Everything ran in this process: no body may have polluted Object.prototype.
  const inherited = ['isAdmin', 'polluted', 'amount'].filter((name) => name in {});
  expect([inherited, Object.keys(Object.prototype)]).toEqual([[], []]);
});

const askAccount = (path: string, body: string, headers: Record<string, string> = {}, method = 'POST') =>
  accounts.answerAccountCall(
    new Request(`${appUrl}/api/auth${path}`, {
      method,
      headers: {
        Origin: appUrl,
        'Content-Type': 'application/json',
        'X-Forwarded-For': `203.0.113.${method.length}`,
        ...headers,
      },
      ...(method === 'POST' && { body }),
    }),
  );

/** Headers in lower case, as the handlers receive them. */
function headersOf(environment: string, odd: Record<string, string>) {
  const given = { cookie, origin: appUrl, host: new URL(appUrl).host, 'x-environment': environment };
  const others = Object.entries(odd).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...given, ...Object.fromEntries(others) };
}

/** Expects the envelope, no 500, and none of the victim's data. */
function expectHarmless({ status, body }: GatewayResponse, output: string) {
  const text = String(body);
  if (status !== 501)
    expect([status, text.slice(0, 200)]).toEqual([expect.toSatisfy((code: number) => code < 500), expect.any(String)]);
  const { errors = [], ...rest } = JSON.parse(text);
  expect(Object.keys(rest).filter((name) => name !== 'data' && name !== 'warnings')).toEqual([]);
  expect(errors).not.toContainEqual(expect.objectContaining({ message: expect.stringMatching(/^internal/i) }));
  expect(victim.leakedIn(text, output)).toEqual([]);
}

const environments = fc.constantFrom('test', 'test', 'prod');

/** Actions that neither sign out the attacker nor delete the store. */
const lasting = [...actions].filter(([name]) => name !== 'store/delete-store');

test.concurrent.each(lasting)('%s', { timeout: timeoutMs }, async (name, action) => {
  const own: Ids = {
    ...attacker.ids,
    laterMoment: ['2027-03-01T09:00:00Z'],
    invitationToken: ['x'.repeat(43)],
    invitationId: [randomUUID()],
  };
  const pool: IdPool = { own, foreign: victim.ids };
  const example = (ids: Ids) => ({
    body: Buffer.from(JSON.stringify(fillIn(action.docs.example, (placeholder) => ids[placeholder]?.[0] ?? ''))),
    environment: 'test' as const,
    odd: {},
  });
  await checkValues(`dashboard ${name}`, {
    values: fc.record({ body: bytesOf(bodiesFor(action, pool)), environment: environments, odd: someOddHeaders }),
    runs: 4,
    examples: [example(victim.ids), example(own)],
    check: async ({ body, environment, odd }) => {
      const headers = headersOf(environment, odd);
      const request = { method: 'POST', path: `/dashboard/api/${name}`, headers, body };
      const answer = await handler.handleDashboardAction(name, {
        ...request,
        url: request.path,
        address: '203.0.113.9',
      });
      expectHarmless(answer, requestTextOf(request));
    },
  });
});

test('GraphQL', { timeout: timeoutMs }, async () => {
  await checkValues('dashboard graphql', {
    values: fc.tuple(queriesOf(schema, { own: attacker.ids, foreign: victim.ids }), environments, someOddHeaders),
    runs: 30,
    check: async ([asked, environment, odd]) => {
      const [headers, path] = [headersOf(environment, odd), '/dashboard/api/graphql'];
      const request = { method: 'POST', path, headers, body: Buffer.from(JSON.stringify(asked)) };
      expectHarmless(
        await handler.handleDashboardGraphql({ ...request, url: path, address: '203.0.113.9' }),
        requestTextOf(request),
      );
    },
  });
});

test('accounts', { timeout: timeoutMs }, async () => {
  const paths = [
    '/get-session',
    '/sign-up/email',
    '/sign-in/email',
    '/sign-out',
    '/request-password-reset',
    '/reset-password',
    '/update-user',
    '/change-password',
    '/confirm-password',
    '/end-session',
    '/revoke-other-sessions',
    '/two-factor/enable',
    '/two-factor/disable',
    '/two-factor/verify-totp',
    '/two-factor/verify-backup-code',
    '/two-factor/generate-backup-codes',
    '/passkey/generate-register-options',
    '/passkey/verify-registration',
    '/passkey/update-passkey',
    '/passkey/delete-passkey',
    '/passkey/generate-authenticate-options',
    '/passkey/verify-authentication',
    '/list-sessions',
    '/delete-user',
    '/change-email',
    '/__proto__',
    '/ok',
    '/error',
    '',
  ];
  const account = await signUp(accounts);
  const named = fc.oneof(fc.constantFrom(account.email, victim.merchant.email), oddValue);
  const ids = fc.oneof(fc.constantFrom(victim.merchant.id, account.id), oddValue);
  const passwords = fc.oneof(fc.constant(account.password), oddValue);
  const fields = {
    name: oddValue,
    email: named,
    password: passwords,
    token: oddValue,
    newPassword: oddValue,
    currentPassword: passwords,
    revokeOtherSessions: oddValue,
    id: ids,
    code: oddValue,
    trustDevice: oddValue,
    response: oddValue,
  };
  await checkValues('accounts', {
    values: fc.record({
      path: fc.constantFrom(...paths),
      query: fc.oneof(
        fc.constant(''),
        fc.constantFrom('?disableCookieCache=true', '?token=x', '?callbackURL=//evil.example', '?__proto__=1'),
        oddText.map((text) => `?q=${encodeURIComponent(text.toWellFormed()).slice(0, 500)}`),
      ),
      method: fc.constantFrom('POST', 'POST', 'POST', 'GET'),
      body: fc.oneof(
        { arbitrary: fc.record(fields, { requiredKeys: [] }).map((body) => JSON.stringify(body)), weight: 6 },
        oddValue.map((value) => JSON.stringify(value) ?? ''),
        oddText,
      ),
      isSignedIn: fc.boolean(),
      odd: someOddHeaders,
    }),
    runs: 30,
    check: async ({ path, query, method, body, isSignedIn, odd }) => {
      const { Host: _, Cookie: __, 'Content-Type': type, ...others } = odd;
      const sent = {
        ...(type !== undefined && { 'Content-Type': type }),
        ...(isSignedIn && { Cookie: account.browser.cookie }),
        ...others,
      };
      const answer = await askAccount(`${path}${query}`, body, sent, method);
      expect([path, answer.status]).toEqual([path, expect.toSatisfy((code: number) => code < 500)]);
      expect(victim.leakedIn(await answer.text(), `${body} ${JSON.stringify(odd)}`)).toEqual([]);
    },
  });
});
