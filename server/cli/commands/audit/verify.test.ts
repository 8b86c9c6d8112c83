/** Every kind of tampering, on a separate database without the triggers that prevent it. */
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
/** One more than a batch. */
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

/** Verifies the manipulated trail, and rolls the manipulation back. */
async function verifyTampered(tampering: readonly SQL[], of?: string): Promise<AuditProof> {
  let proof: AuditProof | undefined;
  const tampered = opened.db.transaction(async (tx) => {
    for (const table of ['events', 'audit_entries']) {
      await tx.execute(sql`alter table ${sql.identifier(table)} disable trigger user`);
    }
    for (const tamper of tampering) await tx.execute(tamper);
    proof = await verifyTrail(tx, of);
    throw new Undone();
  });
  await tampered.catch((error: unknown) => {
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

test('verifies an untouched trail', async () => {
  expect(await verifyTampered([])).toMatchObject({ entries: count + 3, waiting: 0, problemCount: 0, problems: [] });
});

describe('an altered event:', () => {
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
    const tamper = sql`update events set ${sql.identifier(column)} = ${value} where id = ${idAt(7)}`;
    expect(found(await verifyTampered([tamper]))).toEqual([['event_altered', 7]]);
  });

  test('the first, the last of a batch and the last', async () => {
    const alter = (position: number) => sql`update events set data = '{}' where id = ${idAt(position)}`;
    expect(found(await verifyTampered([alter(1), alter(1000), alter(count)]))).toEqual([
      ['event_altered', 1],
      ['event_altered', 1000],
      ['event_altered', count],
    ]);
  });

  test('moved to another merchant', async () => {
    const tamper = sql`update events set merchant_id = ${other} where id = ${idAt(7)}`;
    expect(found(await verifyTampered([tamper]))).toEqual([
      ['event_removed', 7],
      ['event_unchained', null],
    ]);
  });
});

test('a removed event', async () => {
  expect(found(await verifyTampered([sql`delete from events where id = ${idAt(7)}`]))).toEqual([['event_removed', 7]]);
});

describe('a link', () => {
  test.each([
    ['hash', 7],
    ['hash', count],
    ['previous_hash', 7],
    ['previous_hash', 1],
  ])('with another %s at %i', async (column, position) => {
    const value = column === 'hash' ? zeros : 'f'.repeat(64);
    const tamper = sql`update audit_entries set ${sql.identifier(column)} = ${value} where ${link(position)}`;
    expect(found(await verifyTampered([tamper]))).toEqual([['link_altered', position]]);
  });

  test('a removed link whose event stays', async () => {
    expect(found(await verifyTampered([sql`delete from audit_entries where ${link(7)}`]))).toEqual([
      ['links_removed', 7],
      ['event_unchained', null],
    ]);
  });

  test('a removed link with its event leaves a gap', async () => {
    const tampering = [sql`delete from events where id = ${idAt(7)}`, sql`delete from audit_entries where ${link(7)}`];
    expect(found(await verifyTampered(tampering))).toEqual([['links_removed', 7]]);
  });

  test('a removed link with its event, and all later ones renumbered', async () => {
    const tampering = [
      sql`delete from events where id = ${idAt(7)}`,
      sql`delete from audit_entries where ${link(7)}`,
      sql`drop index audit_entries_position`,
      sql`update audit_entries set position = position - 1 where merchant_id = ${merchantId} and position > 7`,
      sql`update audit_heads set position = position - 1 where merchant_id = ${merchantId}`,
    ];
    const { problemCount, problems } = await verifyTampered(tampering);
    expect([problems[0]?.name, problems[0]?.position]).toEqual(['event_altered', 7]);
    expect(problemCount).toBe(count - 7);
  });

  test('a recomputed link breaks the chain to the next one', async () => {
    const [seventh] = await opened.db
      .select({ event: events, link: auditEntries })
      .from(auditEntries)
      .innerJoin(events, sql`${events.id} = ${auditEntries.id}`)
      .where(sql`audit_entries.id = ${idAt(7)}`);
    if (!seventh) throw new Error('no link');
    const hash = hashLink(seventh.link.previousHash, 7, { ...seventh.event, data: {} });
    const tampering = [
      sql`update events set data = '{}' where id = ${idAt(7)}`,
      sql`update audit_entries set hash = ${hash} where ${link(7)}`,
    ];
    expect(found(await verifyTampered(tampering))).toEqual([['link_broken', 8]]);
  });

  test('moved to another merchant', async () => {
    const tamper = sql`update audit_entries set merchant_id = ${other}, position = 4 where ${link(count)}`;
    const { problems } = await verifyTampered([tamper]);
    expect(problems.map((problem) => [problem.name, problem.merchantId, problem.position])).toEqual(
      [
        ['links_removed', merchantId, count],
        ['event_unchained', merchantId, null],
        ['event_removed', other, 4],
        ['head_wrong', other, 4],
      ].sort(([, one], [, two]) => (String(one) < String(two) ? -1 : Number(String(one) > String(two)))),
    );
  });

  test('a duplicate index', async () => {
    const tampering = [
      sql`drop index audit_entries_position`,
      sql`insert into audit_entries select gen_random_uuid(), merchant_id, position, hash, previous_hash, chained_at
        from audit_entries where ${link(7)}`,
    ];
    const { problems } = await verifyTampered(tampering);
    expect(problems.map(({ name, position }) => [name, position])).toContainEqual(['link_altered', 7]);
    expect(problems.map(({ name, position }) => [name, position])).toContainEqual(['event_removed', 7]);
  });
});

describe('the head of a chain', () => {
  test('truncated with its events', async () => {
    const tampering = [
      sql`delete from events where id in (select id from audit_entries where merchant_id = ${merchantId} and position > 990)`,
      sql`delete from audit_entries where merchant_id = ${merchantId} and position > 990`,
    ];
    const { problems } = await verifyTampered(tampering);
    expect(problems).toEqual([
      { name: 'links_removed', merchantId, position: 991, detail: `positions 991 to ${count}` },
    ]);
  });

  test.each([
    ['with another hash', 'head_wrong', sql`update audit_heads set hash = ${zeros} where merchant_id = ${merchantId}`],
    ['noted too early', 'head_wrong', sql`update audit_heads set position = 990 where merchant_id = ${merchantId}`],
    ['noted no more', 'head_removed', sql`delete from audit_heads where merchant_id = ${merchantId}`],
  ])('%s', async (_, name, tamper) => {
    expect(found(await verifyTampered([tamper]))).toEqual([[name, count]]);
  });

  test('truncated with its chain, while the events stay', async () => {
    const tampering = [
      sql`delete from audit_entries where merchant_id = ${other}`,
      sql`delete from audit_heads where merchant_id = ${other}`,
    ];
    expect(found(await verifyTampered(tampering))).toEqual(Array.from({ length: 3 }, () => ['event_unchained', null]));
  });
});

describe('an event without a link', () => {
  const insert = (id: string) => sql`insert into events
    (id, merchant_id, store_id, environment, type, object_type, object_id, sequence, actor, data, created_at)
    values (${id}, ${other}, null, 'test', 'store.updated', 'store', gen_random_uuid(), 1, '{}', '{}', now())`;
  const queue = (id: string) => sql`insert into event_outbox (event_id, merchant_id, object_id, sequence)
    select id, merchant_id, object_id, sequence from events where id = ${id}`;

  test('is accepted while it waits in the outbox', async () => {
    const id = newId();
    expect(await verifyTampered([insert(id), queue(id)])).toMatchObject({ problemCount: 0, waiting: 1 });
  });

  test('is a problem outside the outbox', async () => {
    const { problems } = await verifyTampered([insert(newId())]);
    expect(problems.map(({ name, merchantId: owner }) => [name, owner])).toEqual([['event_unchained', other]]);
  });

  test('leaves a gap when it is removed', async () => {
    const id = newId();
    const { problems } = await verifyTampered([insert(id), queue(id), sql`delete from events where id = ${id}`]);
    const detail = `${id}, before it was chained`;
    expect(problems).toEqual([{ name: 'event_removed', merchantId: null, position: null, detail }]);
  });
});

test('counts more than a thousand problems, and excludes other merchants', async () => {
  const tamper = sql`update events set data = '{}' where merchant_id = ${merchantId}`;
  const { problemCount, problems } = await verifyTampered([tamper]);
  expect([problemCount, problems.length]).toEqual([count, 1000]);
  expect(await verifyTampered([tamper], other)).toMatchObject({ entries: 3, problemCount: 0 });
});

describe('the database refuses', () => {
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

  test('confirms correct chains of all merchants or one, with their heads', async () => {
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

  test('lists the problems and exits 1', async () => {
    const { db } = opened;
    await db.execute(sql`update audit_heads set position = 2 where merchant_id = ${other}`);
    try {
      const { code, stdout } = await verify();
      const [line, end] = stdout.split('\n');
      expect(code).toBe(1);
      const merchant = toShortId('MER', other);
      const detail = 'The recorded end of the chain is not its last link (head_wrong): it is recorded at position 2';
      expect(line).toBe(`${merchant}  3  ${detail}`);
      expect(end).toBe(`${count + 3} entries of 2 merchants. Problems: 1.`);
      const json = JSON.parse((await verify('--json')).stdout);
      expect(json).toMatchObject({
        isRight: false,
        problems: [{ name: 'head_wrong', merchantId: merchant, position: 3 }],
      });
    } finally {
      await db.execute(sql`update audit_heads set position = 3 where merchant_id = ${other}`);
    }
  });

  test('refuses an invalid merchant id', async () => {
    expect(await verify('--merchant', 'STO_1')).toEqual({
      code: 2,
      stdout: '',
      stderr: "Invalid merchant ID: 'STO_1'\n",
    });
  });
});
