/**
 * Fuzzes every action as every kind of caller with malformed bodies and headers: never a 500, never another merchant's
 * row.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillIn } from '#server/docs/placeholders.ts';
import { undocumentedIn } from '#server/docs/undocumented.ts';
import { baseUrl, newMerchant } from '#server/testing/api.ts';
import { bodiesFor, bytesOf, type IdPool, type Ids } from '#server/testing/fuzz/bodies.ts';
import { requestTextOf, sendBytes, signatureOf, someOddHeaders } from '#server/testing/fuzz/requests.ts';
import { checkValues, timeoutMs } from '#server/testing/fuzz/runs.ts';
import { newTenant, newVictim, type Tenant, type Victim } from '#server/testing/fuzz/tenants.ts';
import { actions } from './index.ts';

/** Actions that destroy or change the caller's objects, run against a tenant of their own. */
const destructive = /^(store\/|test-clock\/)|\/(cancel|delete|revoke|remove|update-status|withdraw|resend)/;

const callers = ['test key', 'prod key', 'slug', 'customer', 'nobody'] as const;

let [attacker, victim] = [undefined, undefined] as unknown as [Tenant, Victim];
let [isDestructive, deleted] = [undefined, undefined] as unknown as [Tenant, Tenant];

beforeAll(async () => {
  [attacker, isDestructive, victim] = await Promise.all([newTenant('Attacker'), newTenant('Wrecked'), newVictim()]);
  const merchant = await newMerchant();
  deleted = { ...isDestructive, merchant, ids: { ...isDestructive.ids, storeId: [merchant.storeId] } };
}, timeoutMs);

afterAll(async () => expect(await victim.changedTables()).toEqual([]));

interface Request {
  readonly caller: (typeof callers)[number];
  readonly body: Buffer;
  readonly odd: Record<string, string>;
  readonly isForeign: boolean;
}

test.concurrent.each([...actions])('%s', { timeout: timeoutMs }, async (name, action) => {
  const { merchant, ids, customer } =
    name === 'store/delete-store' ? deleted : destructive.test(name) ? isDestructive : attacker;
  const moments = ['2027-03-01T09:00:00Z', '2026-11-22T00:00:00Z'];
  const own = { ...ids, laterMoment: moments, invitationToken: ['x'.repeat(43)], invitationId: [merchant.id] };
  const pool: IdPool = { own, foreign: victim.ids };
  const path = `/v1/actions/${name}`;
  const credentials = (caller: (typeof callers)[number], body: Buffer): Record<string, string> => {
    if (caller === 'customer') return customer;
    if (caller === 'slug') return { 'X-Store-Slug': merchant.slug, 'X-Environment': 'test' };
    if (caller === 'nobody') return {};
    return signatureOf('POST', path, body, merchant, merchant.keys[caller === 'test key' ? 'test' : 'prod']);
  };
  const likely = callers.filter((caller) => {
    const kind = caller === 'slug' ? 'storeSlug' : caller === 'customer' ? 'sessionToken' : 'apiKey';
    return caller !== 'nobody' && action.callers.includes(kind);
  });
  const someCaller = fc.oneof(
    { arbitrary: fc.constantFrom(...(likely.length > 0 ? likely : callers)), weight: 14 },
    fc.constantFrom(...callers),
  );
  const requests: fc.Arbitrary<Request> = fc.record({
    caller: someCaller,
    body: bytesOf(bodiesFor(action, pool)),
    odd: someOddHeaders,
    /** In the victim's name, with the attacker's own signature. */
    isForeign: fc.nat(20).map((index) => index === 20),
  });
  const check = async ({ caller, body, odd, isForeign }: Request) => {
    const usual = { 'Content-Type': 'application/json', ...credentials(caller, body) };
    const named = isForeign ? { 'X-Merchant-Id': victim.merchant.merchantId } : {};
    const request = { method: 'POST', path, headers: { ...usual, ...odd, ...named }, body };
    const { status, text } = await sendBytes(baseUrl, request);
    // 501: reserved by the contract and not implemented.
    if (status !== 501) expect(status).toBeLessThan(500);
    const isEnvelope = text.startsWith('{');
    expect(isEnvelope ? undocumentedIn(action, status, JSON.parse(text)) : text.slice(0, 200)).toEqual([]);
    expect(victim.leakedIn(text, requestTextOf(request))).toEqual([]);
  };
  const [usualCaller = 'nobody'] = likely;
  const examples = [victim.ids, own].map((ids: Ids) => {
    const text = JSON.stringify(fillIn(action.docs.example, (placeholder) => ids[placeholder]?.[0] ?? ''));
    return { caller: usualCaller, body: Buffer.from(text), odd: {}, isForeign: false };
  });
  await checkValues(name, { values: requests, runs: 7, check, examples });
});
