/** The limits of audit searches. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { newId } from '#server/domain/ids.ts';
import { db, newMerchant } from '#server/testing/api.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { searchAudit } from '../data/audit-search.ts';

const scope = { merchantId: newId(), storeId: newId(), environment: 'test' } as const;
const page = { limit: 50 } as const;

test('finds an entry by a value that was set', async () => {
  const merchant = await newMerchant();
  await merchant.call('store/update-store', { id: merchant.storeId, name: 'Lantern' });
  const ownScope = { merchantId: merchant.id, storeId: merchant.store.id, environment: 'test' } as const;
  const found = await searchAudit(db, merchant.id, ownScope, { search: 'lantern' }, page);
  expect(found?.map(({ event }) => event.type)).toEqual(['store.updated']);
});

test('returns nothing after the time limit, and entries within it', async () => {
  const own = await newDatabase();
  onTestFinished(() => own.close());
  const { db: ownDb, close } = openDatabase(own.url, { max: 2 });
  onTestFinished(close);
  await ownDb.transaction(async (tx) => {
    await tx.execute(sql`lock table events in access exclusive mode`);
    expect(await searchAudit(ownDb, 'ana', scope, { search: 'x' }, page, 20)).toBeUndefined();
  });
  expect(await searchAudit(ownDb, 'ana', scope, { search: 'x' }, page, 20_000)).toEqual([]);
  // The limit ends with its transaction: later statements of the connection have none.
  const {
    rows: [left],
  } = await ownDb.transaction((tx) => tx.execute<{ statement_timeout: string }>(sql`show statement_timeout`));
  expect(left?.statement_timeout).toBe('0');
});

test('queues searches per account and refuses too many', async () => {
  const open = Promise.withResolvers<[]>();
  let begun = 0;
  const transaction = () => {
    begun += 1;
    return open.promise;
  };
  const slow = { transaction } as unknown as Database;
  const search = (account: string) => searchAudit(slow, account, scope, { search: 'x' }, page);
  const [ana, ben] = [newId(), newId()];
  const waiting = [search(ana), search(ana), search(ana), search(ana), search(ben)];
  expect(await search(ana)).toBeUndefined();
  await setImmediate();
  expect(begun).toBe(2);
  open.resolve([]);
  expect(await Promise.all(waiting)).toEqual([[], [], [], [], []]);
  expect(begun).toBe(5);
});

test('throws other failures and does not block the next search', async () => {
  const broken = { transaction: () => Promise.reject(new Error('gone')) } as unknown as Database;
  const account = newId();
  await expect(searchAudit(broken, account, scope, {}, page)).rejects.toThrow('gone');
  expect(await searchAudit(db, account, scope, {}, page)).toEqual([]);
});
