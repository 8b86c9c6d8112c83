/** Chaining of events, on a separate database: a relay empties the whole outbox. */
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

/** A merchant's links with their events, by position. */
const chainOf = (merchantId: string) =>
  opened.db
    .select({ link: auditEntries, event: events })
    .from(auditEntries)
    .innerJoin(events, eq(events.id, auditEntries.id))
    .where(eq(auditEntries.merchantId, merchantId))
    .orderBy(asc(auditEntries.position));

/** Expects each event once, the events of an object in order, and each link to continue the previous one. */
async function expectWholeChain(merchantId: string, count: number) {
  const chain = await chainOf(merchantId);
  const indexes = chain.map(({ event }) => Number(event.data.index)).sort((one, two) => one - two);
  expect(indexes).toEqual(Array.from({ length: count }, (_, index) => index));
  const objects = Map.groupBy(chain, ({ event }) => event.objectId);
  for (const own of objects.values()) {
    expect(own.map(({ event }) => event.sequence)).toEqual(own.map((_, index) => index + 1));
  }
  let previousHash = noHash;
  for (const [index, { link, event }] of chain.entries()) {
    expect(link).toMatchObject({ position: index + 1, previousHash });
    expect(link.hash).toBe(hashLink(previousHash, index + 1, event));
    previousHash = link.hash;
  }
  const heads = await opened.db.select().from(auditHeads).where(eq(auditHeads.merchantId, merchantId));
  expect(heads).toMatchObject([{ merchantId, position: count, hash: previousHash }]);
}

test('gives each merchant a separate chain, which later events continue', async () => {
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

test('chains events from before the outbox existed', async () => {
  const merchantId = newId();
  await recordMany(opened.db, merchantId, 2, now);
  await opened.db.update(eventOutbox).set({ isHistory: true });
  await relay();
  await expectWholeChain(merchantId, 2);
});

test('does not chain an event twice', async () => {
  const merchantId = newId();
  await recordMany(opened.db, merchantId, 2, now);
  await relay();
  const chained = (await chainOf(merchantId)).map(({ event }) => event);
  await opened.db.transaction((tx) => chainEvents(tx, [...chained, ...chained], now));
  await expectWholeChain(merchantId, 2);
});

test('takes four statements for any number of events of a merchant', async () => {
  await recordMany(opened.db, newId(), 150, now);
  await recordMany(opened.db, newId(), 50, now);
  const statements: string[] = [];
  const watched = openDatabase(database.url, { max: 1, onStatement: (text) => statements.push(text) });
  await relayEvents(watched.db, now, { consumers });
  await watched.close();
  expect(statements.filter((text) => text.includes('"audit_'))).toHaveLength(8);
});

test('two concurrent relays chain every event once', async () => {
  const merchantId = newId();
  await recordMany(opened.db, merchantId, 1200, now);
  const second = openDatabase(database.url, { max: 2, applicationName: 'counterfoil-tests' });
  const relayed = { first: 0, second: 0 };
  while (relayed.first + relayed.second < 1200) {
    const both = [relay(), relayEvents(second.db, now, { consumers })] as const;
    const [first, other] = await Promise.all(both);
    relayed.first += first;
    relayed.second += other;
  }
  await second.close();
  expect(relayed.first + relayed.second).toBe(1200);
  await expectWholeChain(merchantId, 1200);
});

test.each(['before', 'after'])(
  'leaves no duplicate and no gap after kill -9 %s the links are written',
  async (when) => {
    const merchantId = newId();
    await recordMany(opened.db, merchantId, 500, now);
    const arguments_ = ['server/testing/crashes/die-while-chaining.ts', database.url, when];
    const child = spawn(process.execPath, arguments_, { stdio: ['ignore', 'ignore', 'inherit'] });
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    // The first batch is chained; the second, which was in progress, is rolled back.
    expect(await chainOf(merchantId)).toHaveLength(200);
    // The database releases the lock of the killed process after a moment.
    await expect.poll(relay).toBe(300);
    await expectWholeChain(merchantId, 500);
  },
);

test('the verification finds no problem in these chains', async () => {
  const proof = await opened.db.transaction((tx) => verifyTrail(tx), { isolationLevel: 'repeatable read' });
  expect(proof).toMatchObject({ problemCount: 0, problems: [], waiting: 0 });
  expect(proof.entries).toBe(await opened.db.$count(events));
});
