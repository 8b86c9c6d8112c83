/** Tampering of every kind, on a database of its own, with the triggers that refuse it switched off. */
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#db/client.ts';
import { auditEntries, events } from '#db/schema/index.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import { auditTrail } from '#server/events/audit/chain-events.ts';
import { type AuditProof, verifyTrail } from '#server/events/audit/verify-trail.ts';
import { relayEvents } from '#server/events/relay-events.ts';
import { hashLink } from '#server/events/rules/audit-chain.ts';
import { recordMany } from '#server/testing/audit.ts';
import { runCommand } from '#server/testing/command-line.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import type { TestDatabase } from '#server/testing/test-servers.ts';

const now = new Date('2026-11-15T12:00:00.000Z');
/** One more than a batch of links. */
const count = 1001;
const [merchantId, other] = [newId(), newId()];
const merchant = toShortId('MER', merchantId);

let database: TestDatabase;
let opened: OpenDatabase;

beforeAll(async () => {
  database = await newDatabase();
  opened = openDatabase(database.url, { max: 3, applicationName: 'counterfoil-tests' });
  await recordMany(opened.db, merchantId, count, now);
  await recordMany(opened.db, other, 3, now);
  await relayEvents(opened.db, now, { consumers: [auditTrail] });
});

afterAll(async () => {
  await opened.close();
  await database.close();
});

class Undone extends Error {}

/** What is found with these changes, which are undone. */
async function checkPlanted(plants: readonly SQL[], of?: string): Promise<AuditProof> {
  let proof: AuditProof | undefined;
  const planted = opened.db.transaction(async (tx) => {
    for (const table of ['events', 'audit_entries']) {
      await tx.execute(sql`alter table ${sql.identifier(table)} disable trigger user`);
    }
    for (const plant of plants) await tx.execute(plant);
    proof = await verifyTrail(tx, of);
    throw new Undone();
  });
  await planted.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  if (!proof) throw new Error('not checked');
  return proof;
}

const found = ({ problems }: AuditProof) => problems.map(({ name, position }) => [name, position]);
const idAt = (position: number) =>
  sql`(select id from audit_entries where merchant_id = ${merchantId} and position = ${position}::bigint)`;
const link = (position: number) => sql`merchant_id = ${merchantId} and position = ${position}::bigint`;
const zeros = '0'.repeat(64);

test('a trail that nobody touched is right', async () => {
  expect(await checkPlanted([])).toMatchObject({ entries: count + 3, waiting: 0, problemCount: 0, problems: [] });
});

describe('an event that was altered:', () => {
  test.each([
    ['type', sql`'store.deleted'`],
    ['actor', sql`jsonb_set(actor, '{from,address}', '"203.0.113.8"')`],
    ['data', sql`jsonb_set(data, '{name}', '"Cafe"')`],
    ['changes', sql`'{"after": {}}'::jsonb`],
    ['created_at', sql`created_at + interval '1 millisecond'`],
    ['recorded_at', sql`null`],
    ['object_id', sql`gen_random_uuid()`],
    ['environment', sql`'prod'`],
    ['store_id', sql`gen_random_uuid()`],
  ])('its %s', async (column, value) => {
    const plant = sql`update events set ${sql.identifier(column)} = ${value} where id = ${idAt(7)}`;
    expect(found(await checkPlanted([plant]))).toEqual([['event_altered', 7]]);
  });

  test('the first, one at the end of a batch and the last', async () => {
    const alter = (position: number) => sql`update events set data = '{}' where id = ${idAt(position)}`;
    expect(found(await checkPlanted([alter(1), alter(1000), alter(count)]))).toEqual([
      ['event_altered', 1],
      ['event_altered', 1000],
      ['event_altered', count],
    ]);
  });

  test('given to another merchant', async () => {
    const plant = sql`update events set merchant_id = ${other} where id = ${idAt(7)}`;
    expect(found(await checkPlanted([plant]))).toEqual([
      ['link_altered', 7],
      ['event_altered', 7],
    ]);
  });
});

test('an event that was removed', async () => {
  expect(found(await checkPlanted([sql`delete from events where id = ${idAt(7)}`]))).toEqual([['event_removed', 7]]);
});

describe('a link', () => {
  test.each([
    ['hash', 7],
    ['hash', count],
    ['previous_hash', 7],
    ['previous_hash', 1],
  ])('with another %s at %i', async (column, position) => {
    const value = column === 'hash' ? zeros : 'f'.repeat(64);
    const plant = sql`update audit_entries set ${sql.identifier(column)} = ${value} where ${link(position)}`;
    expect(found(await checkPlanted([plant]))).toEqual([['link_altered', position]]);
  });

  test('that was removed, and its event has no other', async () => {
    expect(found(await checkPlanted([sql`delete from audit_entries where ${link(7)}`]))).toEqual([
      ['links_removed', 7],
      ['event_unchained', null],
    ]);
  });

  test('that was removed with its event: the gap shows', async () => {
    const plants = [sql`delete from events where id = ${idAt(7)}`, sql`delete from audit_entries where ${link(7)}`];
    expect(found(await checkPlanted(plants))).toEqual([['links_removed', 7]]);
  });

  test('that was removed with its event, and all after it moved up', async () => {
    const plants = [
      sql`delete from events where id = ${idAt(7)}`,
      sql`delete from audit_entries where ${link(7)}`,
      sql`drop index audit_entries_position`,
      sql`update audit_entries set position = position - 1 where merchant_id = ${merchantId} and position > 7`,
      sql`update audit_heads set position = position - 1 where merchant_id = ${merchantId}`,
    ];
    const { problemCount, problems } = await checkPlanted(plants);
    expect([problems[0]?.name, problems[0]?.position]).toEqual(['event_altered', 7]);
    expect(problemCount).toBe(count - 7);
  });

  test('made anew for the altered event: the next one does not continue it', async () => {
    const [seventh] = await opened.db
      .select({ event: events, link: auditEntries })
      .from(auditEntries)
      .innerJoin(events, sql`${events.id} = ${auditEntries.id}`)
      .where(sql`audit_entries.id = ${idAt(7)}`);
    if (!seventh) throw new Error('no link');
    const hash = hashLink(seventh.link.previousHash, 7, { ...seventh.event, data: {} });
    const plants = [
      sql`update events set data = '{}' where id = ${idAt(7)}`,
      sql`update audit_entries set hash = ${hash} where ${link(7)}`,
    ];
    expect(found(await checkPlanted(plants))).toEqual([['link_broken', 8]]);
  });

  test('given to another merchant', async () => {
    const plant = sql`update audit_entries set merchant_id = ${other}, position = 4 where ${link(count)}`;
    const { problems } = await checkPlanted([plant]);
    expect(problems.map((problem) => [problem.name, problem.merchantId, problem.position])).toEqual(
      [
        ['links_removed', merchantId, count],
        ['link_altered', other, 4],
        ['event_altered', other, 4],
        ['head_wrong', other, 4],
      ].sort(([, one = ''], [, two = '']) => (one < two ? -1 : Number(one > two))),
    );
  });

  test('at a position that another has', async () => {
    const plants = [
      sql`drop index audit_entries_position`,
      sql`insert into audit_entries select gen_random_uuid(), merchant_id, position, hash, previous_hash, chained_at
        from audit_entries where ${link(7)}`,
    ];
    const { problems } = await checkPlanted(plants);
    expect(problems.map(({ name, position }) => [name, position])).toContainEqual(['link_altered', 7]);
    expect(problems.map(({ name, position }) => [name, position])).toContainEqual(['event_removed', 7]);
  });
});

describe('the end of a chain', () => {
  test('cut off, with its events', async () => {
    const plants = [
      sql`delete from events where id in (select id from audit_entries where merchant_id = ${merchantId} and position > 990)`,
      sql`delete from audit_entries where merchant_id = ${merchantId} and position > 990`,
    ];
    const { problems } = await checkPlanted(plants);
    expect(problems).toEqual([
      { name: 'links_removed', merchantId, position: 991, detail: `positions 991 to ${count}` },
    ]);
  });

  test.each([
    ['with another hash', 'head_wrong', sql`update audit_heads set hash = ${zeros} where merchant_id = ${merchantId}`],
    ['noted too early', 'head_wrong', sql`update audit_heads set position = 990 where merchant_id = ${merchantId}`],
    ['noted no more', 'head_removed', sql`delete from audit_heads where merchant_id = ${merchantId}`],
  ])('%s', async (_, name, plant) => {
    expect(found(await checkPlanted([plant]))).toEqual([[name, count]]);
  });

  test('and the chain with it, while its events are there', async () => {
    const plants = [
      sql`delete from audit_entries where merchant_id = ${other}`,
      sql`delete from audit_heads where merchant_id = ${other}`,
    ];
    expect(found(await checkPlanted(plants))).toEqual(Array.from({ length: 3 }, () => ['event_unchained', null]));
  });
});

describe('what was not chained yet', () => {
  const insert = (id: string) => sql`insert into events
    (id, merchant_id, store_id, environment, type, object_type, object_id, sequence, actor, data, created_at)
    values (${id}, ${other}, null, 'test', 'store.updated', 'store', gen_random_uuid(), 1, '{}', '{}', now())`;
  const enable = sql`alter table events enable trigger events_queued`;

  test('is no problem while it waits', async () => {
    expect(await checkPlanted([enable, insert(newId())])).toMatchObject({ problemCount: 0, waiting: 1 });
  });

  test('is one where it does not wait', async () => {
    const { problems } = await checkPlanted([insert(newId())]);
    expect(problems.map(({ name, merchantId: whose }) => [name, whose])).toEqual([['event_unchained', other]]);
  });

  test('leaves its place behind where it was removed', async () => {
    const id = newId();
    const { problems } = await checkPlanted([enable, insert(id), sql`delete from events where id = ${id}`]);
    const detail = `${id}, before it was chained`;
    expect(problems).toEqual([{ name: 'event_removed', merchantId: null, position: null, detail }]);
  });
});

test('of more than a thousand problems all are counted; another merchant’s are not looked for', async () => {
  const plant = sql`update events set data = '{}' where merchant_id = ${merchantId}`;
  const { problemCount, problems } = await checkPlanted([plant]);
  expect([problemCount, problems.length]).toEqual([count, 1000]);
  expect(await checkPlanted([plant], other)).toMatchObject({ entries: 3, problemCount: 0 });
});

describe('the database itself refuses', () => {
  test.each(['events', 'audit_entries'])('to change, remove or empty %s', async (name) => {
    const table = sql.identifier(name);
    for (const statement of [
      sql`update ${table} set id = gen_random_uuid()`,
      sql`delete from ${table}`,
      sql`truncate ${table} cascade`,
    ]) {
      const refused = await opened.db.execute(statement).catch((error: Error) => error.cause);
      expect(refused).toMatchObject({ message: 'events and the audit trail are append-only' });
    }
  });
});

describe('the command', () => {
  const verify = (...args: string[]) => runCommand(['audit', 'verify', ...args], database.url);

  test('says that all is right, of all merchants or one, and where each chain ends', async () => {
    expect(await verify()).toEqual({
      code: 0,
      stdout: `${count + 3} entries of 2 merchants: nothing was altered or removed.\n`,
      stderr: '',
    });
    const { stdout } = await verify('--merchant', merchant, '--json');
    expect(JSON.parse(stdout)).toEqual({
      isRight: true,
      entries: count,
      waiting: 0,
      problemCount: 0,
      chains: [
        {
          merchantId: merchant,
          entries: count,
          head: { position: count, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
        },
      ],
      problems: [],
    });
  });

  test('names what is wrong, a line for each, and exits 1', async () => {
    const { db } = opened;
    await db.execute(sql`update audit_heads set position = 2 where merchant_id = ${other}`);
    try {
      const { code, stdout } = await verify();
      const [line, end] = stdout.split('\n');
      expect(code).toBe(1);
      const whose = toShortId('MER', other);
      const says = 'The end of the chain is not its last link (head_wrong): it is noted at position 2';
      expect(line).toBe(`${whose}  3  ${says}`);
      expect(end).toBe(`${count + 3} entries of 2 merchants, and something is wrong: 1.`);
      const json = JSON.parse((await verify('--json')).stdout);
      expect(json).toMatchObject({
        isRight: false,
        problems: [{ name: 'head_wrong', merchantId: whose, position: 3 }],
      });
    } finally {
      await db.execute(sql`update audit_heads set position = 3 where merchant_id = ${other}`);
    }
  });

  test('refuses what is no merchant’s id', async () => {
    expect(await verify('--merchant', 'STO_1')).toEqual({
      code: 2,
      stdout: '',
      stderr: "Not a merchant's id: 'STO_1'\n",
    });
  });
});
