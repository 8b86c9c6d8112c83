/** The chain as it grows, on a database of its own: relays sweep the whole outbox. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#db/client.ts';
import { auditEntries, auditHeads, eventOutbox, events } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { recordMany } from '#server/testing/audit.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import type { TestDatabase } from '#server/testing/test-servers.ts';
import { relayEvents } from '../relay-events.ts';
import { hashLink, noHash } from '../rules/audit-chain.ts';
import { auditTrail, chainEvents } from './chain-events.ts';
import { verifyTrail } from './verify-trail.ts';

const now = new Date('2026-11-15T12:00:00.000Z');
const consumers = [auditTrail];

let database: TestDatabase;
let opened: OpenDatabase;

beforeAll(async () => {
  database = await newDatabase();
  opened = openDatabase(database.url, { max: 3, applicationName: 'counterfoil-tests' });
});

afterAll(async () => {
  await opened.close();
  await database.close();
});

const relay = () => relayEvents(opened.db, now, { consumers });

/** A merchant's links, first to last, each with its event. */
const chainOf = (merchantId: string) =>
  opened.db
    .select({ link: auditEntries, event: events })
    .from(auditEntries)
    .innerJoin(events, eq(events.id, auditEntries.id))
    .where(eq(auditEntries.merchantId, merchantId))
    .orderBy(asc(auditEntries.position));

/** Each event of the merchant is in the chain once, those of one object in order, and each link continues the one before. */
async function expectWholeChain(merchantId: string, count: number) {
  const chain = await chainOf(merchantId);
  const places = chain.map(({ event }) => Number(event.data.place)).sort((one, two) => one - two);
  expect(places).toEqual(Array.from({ length: count }, (_, place) => place));
  const objects = Map.groupBy(chain, ({ event }) => event.objectId);
  for (const own of objects.values()) {
    expect(own.map(({ event }) => event.sequence)).toEqual(own.map((_, place) => place + 1));
  }
  let previousHash = noHash;
  for (const [place, { link, event }] of chain.entries()) {
    expect(link).toMatchObject({ position: place + 1, previousHash });
    expect(link.hash).toBe(hashLink(previousHash, place + 1, event));
    previousHash = link.hash;
  }
  const heads = await opened.db.select().from(auditHeads).where(eq(auditHeads.merchantId, merchantId));
  expect(heads).toEqual([{ merchantId, position: count, hash: previousHash }]);
}

test('each merchant has a chain of their own, which later events continue', async () => {
  const [one, other] = [newId(), newId()];
  await recordMany(opened.db, one, 3, now);
  await recordMany(opened.db, other, 2, now);
  expect(await relay()).toBe(5);
  await expectWholeChain(one, 3);
  await expectWholeChain(other, 2);
  const [first] = await chainOf(other);
  await recordMany(opened.db, other, 2, now);
  await relay();
  const chain = await chainOf(other);
  expect(chain[0]).toEqual(first);
  expect(chain.map(({ link }) => link.position)).toEqual([1, 2, 3, 4]);
});

test('what happened before there was an outbox is chained, too', async () => {
  const merchantId = newId();
  await recordMany(opened.db, merchantId, 2, now);
  await opened.db.update(eventOutbox).set({ isHistory: true });
  await relay();
  await expectWholeChain(merchantId, 2);
});

test('an event that is chained already is not chained again', async () => {
  const merchantId = newId();
  await recordMany(opened.db, merchantId, 2, now);
  await relay();
  const heard = (await chainOf(merchantId)).map(({ event }) => event);
  await opened.db.transaction((tx) => chainEvents(tx, [...heard, ...heard], now));
  await expectWholeChain(merchantId, 2);
});

test('however many are chained at once, it is four statements', async () => {
  await recordMany(opened.db, newId(), 150, now);
  await recordMany(opened.db, newId(), 50, now);
  const statements: string[] = [];
  const watched = openDatabase(database.url, { max: 1, onStatement: (text) => statements.push(text) });
  await relayEvents(watched.db, now, { consumers });
  await watched.close();
  expect(statements.filter((text) => text.includes('"audit_'))).toHaveLength(4);
});

test('two relays at once chain everything once', async () => {
  const merchantId = newId();
  await recordMany(opened.db, merchantId, 1200, now);
  const second = openDatabase(database.url, { max: 2, applicationName: 'counterfoil-tests' });
  const told = { first: 0, second: 0 };
  while (told.first + told.second < 1200) {
    const both = [relay(), relayEvents(second.db, now, { consumers })] as const;
    const [first, other] = await Promise.all(both);
    told.first += first;
    told.second += other;
  }
  await second.close();
  expect(told.first + told.second).toBe(1200);
  await expectWholeChain(merchantId, 1200);
});

test.each(['before', 'after'])('kill -9 %s the links are written: nothing twice, no gap', async (when) => {
  const merchantId = newId();
  await recordMany(opened.db, merchantId, 500, now);
  const arguments_ = ['server/testing/crashes/die-while-chaining.ts', database.url, when];
  const child = spawn(process.execPath, arguments_, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
  // The first batch is chained; of the second, which was under way, nothing is.
  expect(await chainOf(merchantId)).toHaveLength(200);
  // Its connection is gone from the database, and its lock with it, a moment after the process.
  await expect.poll(relay).toBe(300);
  await expectWholeChain(merchantId, 500);
});

test('all of that is right', async () => {
  const proof = await opened.db.transaction((tx) => verifyTrail(tx), { isolationLevel: 'repeatable read' });
  expect(proof).toMatchObject({ problemCount: 0, problems: [], waiting: 0 });
  expect(proof.entries).toBe(await opened.db.$count(events));
});
