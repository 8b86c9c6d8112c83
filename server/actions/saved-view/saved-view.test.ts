import { desc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { events, savedViews } from '#db/schema/index.ts';
import { maxViews } from '#server/analytics/rules/saved-view.ts';
import { runAction } from '#server/api/run-action.ts';
import { ApiError } from '#server/domain/errors.ts';
import type { Action } from '#server/platform/action.ts';
import { readSettings } from '#server/platform/settings.ts';
import { db, newMember, newMerchant, type TestMerchant } from '#server/testing/api.ts';
import { actions } from '../index.ts';

const settings = readSettings({}, { serving: false });

/** Calls the action as the dashboard does. Browser tests cover the HTTP handler. */
async function run(merchant: { id: string }, name: string, body: Record<string, unknown>) {
  const caller = { kind: 'dashboard', merchantId: merchant.id, environment: 'test' } as const;
  const action = actions.get(`saved-view/${name}`) as Action;
  const answer = await runAction(db, settings, { action, caller, body, now: new Date() });
  return JSON.parse(answer.body).data.view;
}

const viewInput = (merchant: TestMerchant, fields: Record<string, unknown> = {}) => ({
  storeId: merchant.storeId,
  list: 'orders',
  name: 'Late',
  query: 'status=past_due',
  ...fields,
});
const create = (merchant: TestMerchant, fields: Record<string, unknown> = {}) =>
  run(merchant, 'create-view', viewInput(merchant, fields));
const viewsOf = ({ id }: { id: string }) => db.select().from(savedViews).where(eq(savedViews.merchantId, id));

const refusal = async (doing: Promise<unknown>) => {
  const error = await doing.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof ApiError ? [error.status, error.message] : error;
};

test('saves a filter in canonical form and drops unknown parts', async () => {
  const merchant = await newMerchant();
  const query = '?q=+ana%40example.com+&before=0190&status=nonsense&status=past_due&status=active&x=1&least=5';
  const view = await create(merchant, { query });
  expect(view).toEqual({
    id: expect.any(String),
    storeId: merchant.storeId,
    list: 'orders',
    name: 'Late',
    query: 'q=ana%40example.com&status=active&status=past_due',
  });
  const [event] = await db.select().from(events).where(eq(events.objectId, view.id)).orderBy(desc(events.sequence));
  expect(event).toMatchObject({
    type: 'saved_view.created',
    storeId: merchant.store.id,
    changes: { after: { list: 'orders', name: 'Late', filtersBy: 'q, status' } },
  });
  expect(JSON.stringify(event)).not.toContain('ana');
});

test('changes a view’s name or filter, and writes only differences', async () => {
  const merchant = await newMerchant();
  const { id } = await create(merchant);
  expect(await run(merchant, 'update-view', { id, name: 'Owed' })).toMatchObject({
    name: 'Owed',
    query: 'status=past_due',
  });
  expect(await run(merchant, 'update-view', { id, query: 'country=DE' })).toMatchObject({ query: 'country=DE' });
  await run(merchant, 'update-view', { id, name: 'Owed' });
  const recorded = await db.select({ type: events.type }).from(events).where(eq(events.objectId, id));
  expect(recorded).toHaveLength(3);
});

test('returns the deleted view, which is then gone', async () => {
  const merchant = await newMerchant();
  const view = await create(merchant);
  expect(await run(merchant, 'delete-view', { id: view.id })).toEqual(view);
  expect(await viewsOf(merchant)).toEqual([]);
  expect((await create(merchant)).id).not.toBe(view.id);
});

test('members of one store have separate views for each list', async () => {
  const owner = await newMerchant();
  const member = await newMember(owner, 'member');
  await create(owner);
  await create(owner, { list: 'subscriptions' });
  const otherView = await run(member, 'create-view', viewInput(owner));
  expect(await viewsOf(owner)).toHaveLength(2);
  expect(await refusal(run(owner, 'delete-view', { id: otherView.id }))).toEqual([404, 'View not found']);
  expect(await viewsOf(member)).toHaveLength(1);
});

test('concurrent calls create one view per name and no more than the limit', async () => {
  const merchant = await newMerchant();
  const twice = await Promise.all([refusal(create(merchant)), refusal(create(merchant))]);
  expect(twice.filter((each) => each !== undefined)).toEqual([[400, 'A view with this name already exists']]);
  const [one] = await viewsOf(merchant);
  if (!one) throw new Error('none was kept');
  const { id: _, ...view } = one;
  await db.insert(savedViews).values(
    Array.from({ length: maxViews - 2 }, (_each, index) => ({
      ...view,
      id: `01900000-0000-7000-8000-${merchant.id.slice(-8)}${String(index).padStart(4, '0')}`,
      name: `View ${index}`,
    })),
  );
  const last = await Promise.all(['A', 'B'].map((name) => refusal(create(merchant, { name }))));
  expect(last.filter((each) => each !== undefined)).toEqual([[400, 'At most 30 saved views per list']]);
});

describe('refusals', () => {
  test('of invalid fields', async () => {
    const merchant = await newMerchant();
    const duplicate = await create(merchant);
    const other = await create(merchant, { name: 'Other' });
    const refusalOf = async (fields: Record<string, unknown>) => refusal(create(merchant, fields));
    expect(await refusalOf({ query: 'sort=sideways&page=3' })).toEqual([
      400,
      'Invalid query: is not a filter of orders',
    ]);
    expect(await refusalOf({ name: 'Late' })).toEqual([400, 'A view with this name already exists']);
    expect(await refusalOf({ name: ' ' })).toEqual([400, 'Missing required field: name']);
    expect(await refusalOf({ name: 'x'.repeat(61) })).toEqual([400, 'Invalid name: must have at most 60 characters']);
    expect(await refusalOf({ query: 'x'.repeat(2001) })).toEqual([
      400,
      'Invalid query: must have at most 2000 characters',
    ]);
    expect(await refusalOf({ list: 'products' })).toEqual([
      400,
      'Invalid list: must be orders, subscriptions, payments or customers',
    ]);
    const update = (fields: Record<string, unknown>) =>
      refusal(run(merchant, 'update-view', { id: other.id, ...fields }));
    expect(await update({ name: duplicate.name })).toEqual([400, 'A view with this name already exists']);
    expect(await update({ query: '' })).toEqual([400, 'Invalid query: is not a filter of orders']);
  });
});
