/** Listing, searching and exporting the audit trail. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkScript } from '#components/dashboard/audit/check-script.ts';
import { events, payments } from '#db/schema/index.ts';
import { recordAccountEvent } from '#server/accounts/data/account-events.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import { db, newMember, newMerchant, newProduct, newSession, pay, type TestMerchant } from '#server/testing/api.ts';
import { type AuditFilter, findAuditEntry, listAudit, readActorNames } from '../data/audit-trail.ts';
import { recordEvent } from '../data/events.ts';
import { jsonLine } from '../rules/audit-export.ts';
import { chainEvents } from './chain-events.ts';

const scopeOf = ({ store, id }: TestMerchant, environment: 'test' | 'prod' = 'test') => ({
  merchantId: store.merchantId,
  storeId: store.id,
  environment,
  ownerId: id,
});

const typesOf = async (merchant: TestMerchant, filter: AuditFilter = {}, environment: 'test' | 'prod' = 'test') => {
  const entries = await listAudit(db, scopeOf(merchant, environment), filter, { limit: 100 });
  return entries.map(({ event }) => event.type);
};

test('lists one store and environment in pages, newest or oldest first', async () => {
  const [merchant, other] = [await newMerchant(), await newMerchant()];
  const { storeId: id } = merchant;
  for (const name of ['One', 'Two', 'Three']) await merchant.call('store/update-store', { id, name });
  await merchant.call('store/update-store', { id, name: 'In prod' }, { environment: 'prod' });
  await newProduct(other);
  const scope = scopeOf(merchant);
  const namesOf = (entries: Awaited<ReturnType<typeof listAudit>>) =>
    entries.map(({ event }) => event.changes?.after?.name);
  const first = await listAudit(db, scope, {}, { limit: 2 });
  expect(namesOf(first)).toEqual(['Three', 'Two']);
  const after = first.at(-1)?.event.id;
  expect(namesOf(await listAudit(db, scope, {}, { limit: 2, after }))).toEqual(['One']);
  const upwards = await listAudit(db, scope, {}, { limit: 2, oldestFirst: true });
  expect(namesOf(upwards)).toEqual(['One', 'Two']);
  const rest = await listAudit(db, scope, {}, { limit: 2, oldestFirst: true, after: upwards.at(-1)?.event.id });
  expect(namesOf(rest)).toEqual(['Three']);
  expect(await typesOf(merchant, {}, 'prod')).toEqual(['store.updated']);
});

describe('search', () => {
  test('finds an event by the ID of its object, of a related object, or its own', async () => {
    const merchant = await newMerchant();
    const { sessionId, productId } = await newSession(merchant);
    await pay(merchant, sessionId);
    const [payment] = await db.select().from(payments).where(eq(payments.storeId, merchant.store.id));
    const order = payment?.orderId ?? '';
    const ofOrder = ['order.completed', 'order.created'];
    for (const search of [order, order.toUpperCase(), toShortId('ORD', order)]) {
      expect(await typesOf(merchant, { search })).toEqual(ofOrder);
    }
    const ofPayment = ofOrder.filter((type) => type !== 'order.created');
    expect(await typesOf(merchant, { search: toShortId('PAY', payment?.id ?? '') })).toEqual(ofPayment);
    expect(await typesOf(merchant, { search: productId })).toContain('product.created');
    const [event] = await db.select().from(events).where(eq(events.objectId, order)).orderBy(events.id);
    expect(await typesOf(merchant, { search: event?.id ?? '' })).toEqual(['order.created']);
  });

  test('finds an event by value, user agent, type, object type and actor', async () => {
    const merchant = await newMerchant();
    const { storeId: id } = merchant;
    const headers = { 'User-Agent': 'shop-backend/7' };
    await merchant.call('store/update-store', { id, name: '100%_Sure' }, { headers });
    await newProduct(merchant);
    const store = ['store.updated'];
    expect(await typesOf(merchant, { search: '100%_sure' })).toEqual(store);
    // Wildcards match only themselves.
    expect(await typesOf(merchant, { search: '100__sure' })).toEqual([]);
    expect(await typesOf(merchant, { search: 'SHOP-backend' })).toEqual(store);
    expect(await typesOf(merchant, { search: 'store.upd' })).toEqual(store);
    expect(await typesOf(merchant, { about: 'store' })).toEqual(store);
    expect(await typesOf(merchant, { about: 'stor' })).toEqual([]);
    expect(await typesOf(merchant, { actor: 'apiKey' })).toEqual(['product.created', 'store.updated']);
    expect(await typesOf(merchant, { actor: 'worker' })).toEqual([]);
  });

  test('finds an event by its recording time, not by the store’s clock', async () => {
    const merchant = await newMerchant();
    const past = new Date('2020-01-01T00:00:00.000Z');
    const event = { type: 'store.updated', objectId: merchant.store.id } as const;
    const about = { merchantId: merchant.id, storeId: merchant.store.id, environment: 'test' } as const;
    await recordEvent(db, { ...about, ...event, actor: { kind: 'worker', by: 'test' } }, past);
    const minute = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    expect(await typesOf(merchant, { from: minute(-5), until: minute(5) })).toEqual(['store.updated']);
    expect(await typesOf(merchant, { from: minute(5) })).toEqual([]);
    expect(await typesOf(merchant, { until: minute(-5) })).toEqual([]);
  });

  test('does not find an operator’s event by their account or address', async () => {
    const merchant = await newMerchant();
    const actor = { kind: 'operator', by: 'MER_operator', from: { address: '198.51.100.9' } } as const;
    const event = { type: 'store.prod_enabled', objectId: merchant.store.id } as const;
    const about = { merchantId: merchant.id, storeId: merchant.store.id, environment: 'test' } as const;
    await recordEvent(db, { ...about, ...event, actor }, new Date());
    expect(await typesOf(merchant, { search: '198.51.100.9' })).toEqual([]);
    expect(await typesOf(merchant, { search: 'MER_operator' })).toEqual([]);
    expect(await typesOf(merchant, { actor: 'operator' })).toEqual(['store.prod_enabled']);
  });
});

test('shows account events to the owner only, in both environments', async () => {
  const [merchant, other] = [await newMerchant(), await newMerchant()];
  await recordAccountEvent(db, { merchantId: merchant.id, type: 'account.signed_in' }, new Date());
  expect(await typesOf(merchant)).toEqual(['account.signed_in']);
  expect(await typesOf(merchant, {}, 'prod')).toEqual(['account.signed_in']);
  expect(await typesOf(other)).toEqual([]);
  const { ownerId: _, ...memberScope } = scopeOf(merchant);
  expect(await listAudit(db, memberScope, {}, { limit: 10 })).toEqual([]);
  const [entry] = await listAudit(db, scopeOf(merchant), {}, { limit: 1 });
  const id = entry?.event.id ?? '';
  expect((await findAuditEntry(db, scopeOf(merchant), id))?.event.id).toBe(id);
  expect(await findAuditEntry(db, memberScope, id)).toBeUndefined();
  expect(await findAuditEntry(db, scopeOf(other), id)).toBeUndefined();
  expect(await findAuditEntry(db, scopeOf(merchant), 'no id')).toBeUndefined();
});

test('names only the store’s members and their keys', async () => {
  const merchant = await newMerchant();
  const [member, outsider] = [await newMember(merchant, 'admin'), await newMerchant()];
  await newProduct(member);
  await member.call('store/update-store', { id: merchant.storeId, name: 'Theirs' });
  const entries = await listAudit(db, scopeOf(merchant), {}, { limit: 10 });
  const by = (merchantId: string) => ({
    event: { ...entries[0]?.event, actor: { kind: 'dashboard', by: merchantId } },
  });
  const all = [...entries, by(member.merchantId), by(outsider.merchantId)] as typeof entries;
  const { members, keys } = await readActorNames(db, merchant.store.id, all);
  expect([...members]).toEqual([[member.merchantId, 'Merchant']]);
  expect([...keys.values()].map(({ nickname }) => nickname)).toEqual(['test']);
});

test('the published script reports an altered line of an export, and nothing in an unaltered one', async () => {
  const merchant = await newMerchant('Räder & Co');
  await newProduct(merchant, { metadata: { b: [1.5, { z: null, a: '✓' }], a: '"\\\u2028' } });
  await merchant.call('store/update-store', { id: merchant.storeId, name: 'Räder' });
  const recorded = await db.select().from(events).where(eq(events.storeId, merchant.store.id)).orderBy(events.id);
  await db.transaction((tx) => chainEvents(tx, recorded, new Date()));
  const entries = await listAudit(db, scopeOf(merchant), {}, { limit: 10, oldestFirst: true });
  const lines = entries.map(jsonLine).join('');
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-export-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'check.mjs'), checkScript);
  const check = async (text: string) => {
    await writeFile(join(folder, 'export.jsonl'), text);
    return (await promisify(execFile)(process.execPath, ['check.mjs', 'export.jsonl'], { cwd: folder })).stdout;
  };
  expect(entries.every(({ link }) => link !== null)).toBe(true);
  expect(await check(lines)).toBe('');
  const last = entries.at(-1);
  expect(await check(lines.replace('"after":{"name":"Räder"}', '"after":{"name":"Rader"}'))).toBe(
    `${last?.link?.position} ${last?.event.id} has been altered\n`,
  );
  expect(fromShortId('STO', merchant.storeId)).toBe(last?.event.objectId);
});
