import { sql as statement } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { newDatabase } from '../server/testing/own-database.ts';
import { openDatabase } from './client.ts';

test('however busy the connections are, a transaction has one to itself', async () => {
  const database = await newDatabase();
  const { db, sql, close } = openDatabase(database.url, { max: 2 });
  onTestFinished(async () => {
    await close();
    await database.close();
  });
  await sql`create table notes (id int primary key)`;
  const slow = () => Array.from({ length: 2 }, () => sql`select pg_sleep(0.02)`.execute());
  // Both connections are there, and idle.
  await Promise.all(slow());
  for (let round = 0; round < 20; round += 1) {
    // On each of them runs a single statement when the transactions begin; others come in between.
    const statements = slow();
    const kept = db.transaction((tx) => tx.execute(statement`insert into notes values (${round})`));
    const undone = db.transaction(async (tx) => {
      await tx.execute(statement`insert into notes values (${1000 + round})`);
      throw new Error('given up');
    });
    const single = sql`insert into notes values (${2000 + round})`.execute();
    const outcomes = await Promise.allSettled([...statements, kept, undone, single]);
    const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
    expect(failed).toEqual(['Error: given up']);
  }
  // On connections of its own: what a transaction left open would hold is not seen from elsewhere.
  const { db: other, close: closeOther } = openDatabase(database.url, { max: 1 });
  const [row] = await other.execute<{ written: number; open: number }>(statement`
    select (select count(*)::int from notes) as written,
      (select count(*)::int from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%') as open`);
  await closeOther();
  expect(row).toEqual({ written: 40, open: 0 });
});

test('what is opened for reading reads, for as long as it may', async () => {
  const database = await newDatabase();
  const { db, close } = openDatabase(database.url, { max: 1, readingFor: { statementTimeoutMs: 50 } });
  onTestFinished(async () => {
    await close();
    await database.close();
  });
  const codeOf = async (reading: Promise<unknown>) => {
    const [outcome] = await Promise.allSettled([reading]);
    if (outcome.status === 'fulfilled') return undefined;
    const { reason } = outcome;
    return reason instanceof Error && reason.cause instanceof Error && 'code' in reason.cause && reason.cause.code;
  };
  expect(await codeOf(db.execute('select count(*) from merchants'))).toBeUndefined();
  // read_only_sql_transaction, in a transaction too; query_canceled.
  expect(await codeOf(db.execute('create table notes (id int)'))).toBe('25006');
  expect(await codeOf(db.transaction((tx) => tx.execute('delete from merchants')))).toBe('25006');
  expect(await codeOf(db.execute('select pg_sleep(5)'))).toBe('57014');
  expect(await codeOf(db.execute('select 1'))).toBeUndefined();
});

test('what is asked again is prepared, on a connection that takes a lost one’s place too', async () => {
  const database = await newDatabase();
  const { db, close } = openDatabase(database.url, { max: 1 });
  const { db: other, close: closeOther } = openDatabase(database.url, { max: 1 });
  onTestFinished(async () => {
    await close();
    await closeOther();
    await database.close();
  });
  await db.execute('create table notes (id int primary key, text text)');
  const ask = (id: number) => db.transaction((tx) => tx.execute(statement`select * from notes where id = ${id}`));
  const held = () =>
    db.transaction(async (tx) => {
      const rows = await tx.execute("select statement from pg_prepared_statements where statement like '%notes%'");
      const [{ pid } = { pid: 0 }] = await tx.execute<{ pid: number }>('select pg_backend_pid() as pid');
      return { pid, statements: rows.length };
    });
  await ask(1);
  expect((await held()).statements).toBe(0);
  await ask(2);
  await ask(3);
  const { pid, statements } = await held();
  expect(statements).toBe(1);
  await other.execute(statement`select pg_terminate_backend(${pid}, 5000)`);
  await expect.poll(() => ask(4).then(() => 'answered', String)).toBe('answered');
  const after = await held();
  expect(after.pid).not.toBe(pid);
  expect(after.statements).toBe(1);
  // The columns are others than those that were prepared for.
  await other.execute('alter table notes add column more int default 7');
  await other.execute('insert into notes (id) values (5)');
  const outcomes = [await ask(5).catch(String), await ask(5)];
  expect(outcomes[1]).toMatchObject([{ id: 5, more: 7 }]);
});

test('statements of any number of texts are answered; so many of them are prepared', async () => {
  const database = await newDatabase();
  const { db, close } = openDatabase(database.url, { max: 1 });
  onTestFinished(async () => {
    await close();
    await database.close();
  });
  for (const round of [1, 2]) {
    for (let text = 0; text < 510; text += 1) {
      const name = statement.raw(`value_${text}`);
      const [row] = await db.execute(statement`select ${round + text}::int as ${name}`);
      expect(row).toEqual({ [`value_${text}`]: round + text });
    }
  }
  const held = await db.execute("select name from pg_prepared_statements where statement like '%value_%'");
  expect(held).toHaveLength(500);
});
