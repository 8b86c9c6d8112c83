import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { events, stores, testClockAdvances } from '#db/schema/index.ts';
import { runAction } from '#server/api/run-action.ts';
import { fromShortId, newUnguessableId, toShortId } from '#server/domain/ids.ts';
import type { Action } from '#server/platform/action.ts';
import { readSettings } from '#server/platform/settings.ts';
import { type Answer, db, newMerchant, type TestMerchant } from '#server/testing/api.ts';
import { actions } from '../index.ts';

const dayMs = 86_400_000;
const daysAfter = (at: string | Date, days: number) => new Date(new Date(at).getTime() + days * dayMs).toISOString();

const standing = async ({ store }: TestMerchant) =>
  (await db.select().from(stores).where(eq(stores.id, store.id)))[0]?.testClockAt?.toISOString();

const clockEvents = async ({ store }: TestMerchant) =>
  (await db.select().from(events).where(eq(events.objectId, store.id)).orderBy(events.sequence))
    .filter(({ type }) => type.startsWith('test_clock.'))
    .map(({ type, createdAt, actor, data }) => ({ type, at: createdAt.toISOString(), by: actor.kind, data }));

/** A merchant with a stopped test clock at that time. */
async function frozen(at?: string) {
  const merchant = await newMerchant();
  const { body } = await merchant.call('test-clock/create', { storeId: merchant.storeId, at });
  return { merchant, storeId: merchant.storeId, at: body.data.testClock.at as string };
}

/** Stores an unfinished advance, leased or abandoned. */
const leaveAdvance = ({ id, merchantId }: TestMerchant['store'], at: string, to: string, leasedUntil: Date) =>
  db.insert(testClockAdvances).values({
    id: newUnguessableId(),
    merchantId,
    storeId: id,
    startsAt: new Date(at),
    endsAt: new Date(to),
    leasedUntil,
    createdAt: new Date(),
    updatedAt: new Date(),
  });

const soon = () => new Date(Date.now() + 60_000);

const refusal = ({ status, body }: Answer) => [status, body.errors?.[0].message];

describe('create', () => {
  test('stops the clock now or at a later time', async () => {
    const before = new Date().toISOString();
    const { merchant, storeId, at } = await frozen();
    expect(at >= before && at <= new Date().toISOString()).toBe(true);
    expect(await standing(merchant)).toBe(at);
    const later = daysAfter(at, 40);
    const other = await frozen(later);
    expect(other.at).toBe(later);
    expect(await clockEvents(merchant)).toEqual([{ type: 'test_clock.created', at, by: 'apiKey', data: { at } }]);
    const { status, body } = await merchant.call('test-clock/reset', { storeId });
    expect([status, body.data]).toEqual([200, { testClock: { storeId, at: null, nextDueAt: null } }]);
  });

  test('reads a time with an offset', async () => {
    const day = daysAfter(new Date(), 2).slice(0, 10);
    const { at } = await frozen(`${day}T10:00:00+02:00`);
    expect(at).toBe(`${day}T08:00:00.000Z`);
  });
});

describe('advance', () => {
  test('shows the new time when nothing was due', async () => {
    const { merchant, storeId, at } = await frozen();
    const to = daysAfter(at, 31);
    const { status, body } = await merchant.call('test-clock/advance', { storeId, to });
    expect([status, body.data]).toEqual([
      200,
      { testClock: { storeId, at: to, nextDueAt: null }, timeline: [], timelineTotal: 0 },
    ]);
    expect(await standing(merchant)).toBe(to);
    const [, advanced] = await clockEvents(merchant);
    expect(advanced).toMatchObject({ type: 'test_clock.advanced', at: to, by: 'apiKey', data: { from: at, to } });
  });

  test('a repeat after arrival returns the same; a time never advanced to is 400', async () => {
    const { merchant, storeId, at } = await frozen();
    const to = daysAfter(at, 1);
    const first = await merchant.call('test-clock/advance', { storeId, to });
    expect((await merchant.call('test-clock/advance', { storeId, to })).body).toEqual(first.body);
    expect(await clockEvents(merchant)).toHaveLength(2);
    const before = await merchant.call('test-clock/advance', { storeId, to: at });
    expect(refusal(before)).toEqual([400, `Invalid to: must be later than the test clock, which shows ${to}`]);
  });

  test('stores the answer under an idempotency key; a refusal frees the key', async () => {
    const { merchant, storeId, at } = await frozen();
    const headers = { 'X-Idempotency-Key': newUnguessableId() };
    const body = { storeId, to: daysAfter(at, 3) };
    await merchant.call('test-clock/reset', { storeId });
    expect((await merchant.call('test-clock/advance', body, { headers })).status).toBe(400);
    await merchant.call('test-clock/create', { storeId, at });
    const first = await merchant.call('test-clock/advance', body, { headers });
    expect([first.status, first.headers.get('Idempotency-Replayed')]).toEqual([200, null]);
    await merchant.call('test-clock/advance', { storeId, to: daysAfter(at, 5) });
    const again = await merchant.call('test-clock/advance', body, { headers });
    expect([again.status, again.text, again.headers.get('Idempotency-Replayed')]).toEqual([200, first.text, 'true']);
    const other = await merchant.call('test-clock/advance', { storeId, to: daysAfter(at, 9) }, { headers });
    expect(refusal(other)).toEqual([400, 'This idempotency key was used with another request body; different: $.to']);
  });

  test('one of several concurrent advances runs; the others get 409, and equal keys are one call', async () => {
    const { merchant, storeId, at } = await frozen();
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((days) => merchant.call('test-clock/advance', { storeId, to: daysAfter(at, days) })),
    );
    const allowed = [200, 409, 400];
    expect(answers.filter(({ status }) => !allowed.includes(status))).toEqual([]);
    const arrived = answers.filter(({ status }) => status === 200).map(({ body }) => String(body.data.testClock.at));
    expect(await standing(merchant)).toBe(arrived.toSorted().at(-1));
    const advanced = (await clockEvents(merchant)).filter(({ type }) => type === 'test_clock.advanced');
    expect(advanced).toHaveLength(arrived.length);
    // Each begins where the previous one ended.
    for (const [index, { data }] of advanced.entries()) expect(data.from).toBe(advanced[index - 1]?.at ?? at);

    const headers = { 'X-Idempotency-Key': newUnguessableId() };
    const to = daysAfter(at, 30);
    const same = await Promise.all(
      [1, 2, 3].map(() => merchant.call('test-clock/advance', { storeId, to }, { headers })),
    );
    const texts = new Set(same.filter(({ status }) => status === 200).map(({ text }) => text));
    expect([texts.size, same.every(({ status }) => status === 200 || status === 409)]).toEqual([1, true]);
  });
});

describe('reset', () => {
  test('returns to real time and ends an interrupted advance', async () => {
    const { merchant, storeId, at } = await frozen();
    const to = daysAfter(at, 9);
    await leaveAdvance(merchant.store, at, to, new Date(Date.now() - 1000));
    expect((await merchant.call('test-clock/reset', { storeId })).status).toBe(200);
    expect(await standing(merchant)).toBeUndefined();
    const open = and(eq(testClockAdvances.storeId, merchant.store.id));
    expect((await db.select().from(testClockAdvances).where(open)).map(({ finishedAt }) => finishedAt)).not.toContain(
      null,
    );
    const [, stopped, last] = await clockEvents(merchant);
    expect(stopped).toMatchObject({ type: 'test_clock.advanced', at, data: { from: at, to: at, wasToReach: to } });
    expect(last).toMatchObject({ type: 'test_clock.reset', data: { at } });
    expect((await merchant.call('test-clock/create', { storeId })).status).toBe(200);
  });
});

describe('refusals', () => {
  const names = ['create', 'advance', 'reset'] as const;
  const bodyOf = (name: string, storeId: string, to = daysAfter(new Date(), 1)) =>
    name === 'advance' ? { storeId, to } : { storeId };

  test.each(names)('%s: 400 in prod', async (name) => {
    const merchant = await newMerchant();
    const answer = await merchant.call(`test-clock/${name}`, bodyOf(name, merchant.storeId), { environment: 'prod' });
    expect(refusal(answer)).toEqual([400, 'Test clocks are available in the test environment only']);
  });

  test.each(['advance', 'reset'])('%s: 400 without a clock', async (name) => {
    const merchant = await newMerchant();
    const answer = await merchant.call(`test-clock/${name}`, bodyOf(name, merchant.storeId));
    expect(refusal(answer)).toEqual([400, 'The store has no test clock']);
  });

  test('advance: 409 during an advance in another store of the merchant', async () => {
    const { merchant, storeId, at } = await frozen();
    const { body } = await merchant.call('store/create-store', { name: 'Second' });
    const other = { id: fromShortId('STO', body.data.store.id) ?? '', merchantId: merchant.id };
    await leaveAdvance(other as TestMerchant['store'], at, daysAfter(at, 9), soon());
    const request = { storeId, to: daysAfter(at, 1) };
    const busy = 'Another of your test clocks is being advanced; wait until the advance has finished';
    expect(refusal(await merchant.call('test-clock/advance', request))).toEqual([409, busy]);
    await db.delete(testClockAdvances).where(eq(testClockAdvances.storeId, other.id));
    expect((await merchant.call('test-clock/advance', request)).status).toBe(200);
  });

  test('advance: 409 during an advance; a reset ends it', async () => {
    const { merchant, storeId, at } = await frozen();
    await leaveAdvance(merchant.store, at, daysAfter(at, 9), soon());
    const request = { storeId, to: daysAfter(at, 1) };
    const answer = await merchant.call('test-clock/advance', request);
    expect(refusal(answer)).toEqual([409, 'The test clock is being advanced; wait until the advance has finished']);
    expect(answer.headers.get('Retry-After')).toBe('5');
    expect(await standing(merchant)).toBe(at);
    expect((await merchant.call('test-clock/reset', { storeId })).status).toBe(200);
    await merchant.call('test-clock/create', { storeId, at: daysAfter(at, 2) });
    expect((await merchant.call('test-clock/advance', { storeId, to: daysAfter(at, 3) })).status).toBe(200);
  });

  test('create: 400 if there is a clock already', async () => {
    const { merchant, storeId } = await frozen();
    expect(refusal(await merchant.call('test-clock/create', { storeId }))).toEqual([
      400,
      'The store already has a test clock',
    ]);
  });

  const form = (name: string) => `Invalid ${name}: must be a time in ISO 8601, such as 2027-03-01T09:00:00Z`;
  test.each<[string, unknown, string]>([
    ['create', { at: daysAfter(new Date(), -1) }, 'Invalid at: must not be in the past'],
    ['create', { at: daysAfter(new Date(), 1830) }, 'Invalid at: must not be more than 5 years ahead'],
    ['create', { at: 'tomorrow' }, form('at')],
    ['create', { at: 1_800_000_000 }, form('at')],
    ['create', { at: '2031-02-30T00:00:00Z' }, form('at')],
    ['create', { at: '2031-02-03T00:00:00' }, form('at')],
    ['advance', { to: undefined }, 'Missing required field: to'],
    ['advance', { to: null }, 'Missing required field: to'],
    ['advance', { to: '' }, 'Missing required field: to'],
    ['advance', { to: '+30 days' }, form('to')],
  ])('%s %j: 400', async (name, fields, message) => {
    const merchant = await newMerchant();
    const body = { storeId: merchant.storeId, ...(fields as object) };
    expect(refusal(await merchant.call(`test-clock/${name}`, body))).toEqual([400, message]);
  });

  test('advance: at most 5 years ahead', async () => {
    const { merchant, storeId, at } = await frozen();
    const answer = await merchant.call('test-clock/advance', { storeId, to: daysAfter(at, 1830) });
    expect(refusal(answer)).toEqual([400, 'Invalid to: must not be more than 5 years after the test clock']);
  });
});

test('the dashboard has the same endpoints', async () => {
  const merchant = await newMerchant();
  const settings = readSettings({}, { serving: false });
  const caller = { kind: 'dashboard', merchantId: merchant.id, environment: 'test' } as const;
  const run = async (name: string, body: object) => {
    const action = actions.get(`test-clock/${name}`) as Action;
    const answer = await runAction(db, settings, { action, caller, body: { ...body }, now: new Date() });
    return JSON.parse(answer.body).data;
  };
  const storeId = toShortId('STO', merchant.store.id);
  const { testClock } = await run('create', { storeId });
  const to = daysAfter(testClock.at, 7);
  expect(await run('advance', { storeId, to })).toMatchObject({ testClock: { at: to }, timeline: [] });
  expect((await run('reset', { storeId })).testClock.at).toBeNull();
  expect((await clockEvents(merchant)).map(({ by }) => by)).toEqual(['dashboard', 'dashboard', 'dashboard']);
});
