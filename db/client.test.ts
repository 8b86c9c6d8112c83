import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { eq, sql as statement } from 'drizzle-orm';
import { integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { expect, onTestFinished, test } from 'vitest';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { openDatabase, type Tx } from './client.ts';
import { hotStatement, type Params } from './hot-statement.ts';
import { merchants } from './schema/index.ts';
import { sendAhead } from './session.ts';

test('gives each transaction a connection of its own, however busy the connections are', async () => {
  const database = await newDatabase();
  const { db, close } = openDatabase(database.url, { max: 2 });
  onTestFinished(async () => {
    await close();
    await database.close();
  });
  await db.execute('create table notes (id int primary key)');
  const slow = () => Array.from({ length: 2 }, () => db.execute('select pg_sleep(0.02)'));
  // Both connections are open and idle.
  await Promise.all(slow());
  for (let round = 0; round < 20; round += 1) {
    // Each connection runs a single statement when the transactions begin; other statements come in between.
    const statements = slow();
    const stored = db.transaction((tx) => tx.execute(statement`insert into notes values (${round})`));
    const undone = db.transaction(async (tx) => {
      await tx.execute(statement`insert into notes values (${1000 + round})`);
      throw new Error('given up');
    });
    const single = db.execute(statement`insert into notes values (${2000 + round})`);
    const outcomes = await Promise.allSettled([...statements, stored, undone, single]);
    const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
    expect(failed).toEqual(['Error: given up']);
  }
  // On separate connections: locks of a transaction left open would not be visible elsewhere.
  const { db: other, close: closeOther } = openDatabase(database.url, { max: 1 });
  const {
    rows: [row],
  } = await other.execute<{ written: number; open: number }>(statement`
    select (select count(*)::int from notes) as written,
      (select count(*)::int from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%') as open`);
  await closeOther();
  expect(row).toEqual({ written: 40, open: 0 });
});

test('a read connection rejects writes and long statements', async () => {
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

test('a read connection plans a declared statement once, and a search anew for each value', async () => {
  const database = await newDatabase();
  const { db, close } = openDatabase(database.url, { max: 1, readingFor: { statementTimeoutMs: 5000 } });
  onTestFinished(async () => {
    await close();
    await database.close();
  });
  const declared = hotStatement((drawn, { id }: Params<{ id: string }>) =>
    drawn.select().from(merchants).where(eq(merchants.id, id)),
  );
  for (let round = 0; round < 10; round += 1) {
    await declared(db, { id: randomUUID() });
    await db.select().from(merchants).where(eq(merchants.id, randomUUID())).orderBy(merchants.id);
  }
  const { rows } = await db.execute(
    `select generic_plans > 0 as "isPlannedOnce" from pg_prepared_statements where statement like '%from "merchants"%'`,
  );
  expect(rows).toEqual([{ isPlannedOnce: true }]);
});

test('prepares a declared statement once per connection, also after a lost connection or a changed table', async () => {
  const database = await newDatabase();
  const { db, close } = openDatabase(database.url, { max: 1 });
  const { db: other, close: closeOther } = openDatabase(database.url, { max: 1 });
  onTestFinished(async () => {
    await close();
    await closeOther();
    await database.close();
  });
  await db.execute('create table notes (id int primary key, text text)');
  const notes = pgTable('notes', { id: integer('id').primaryKey(), text: text('text') });
  const findNote = hotStatement((drawn, { id }: Params<{ id: number }>) =>
    drawn.select().from(notes).where(eq(notes.id, id)),
  );
  const ask = (id: number) => db.transaction((tx) => findNote(tx, { id }));
  const held = () =>
    db.transaction(async (tx) => {
      const { rowCount } = await tx.execute("select from pg_prepared_statements where statement like '%notes%'");
      return { pid: await pidOf(tx), statements: rowCount };
    });
  await ask(1);
  await ask(2);
  const { pid, statements } = await held();
  expect(statements).toBe(1);
  await other.execute(statement`select pg_terminate_backend(${pid}, 5000)`);
  await expect.poll(() => ask(4).then(() => 'answered', String)).toBe('answered');
  const after = await held();
  expect(after.pid).not.toBe(pid);
  expect(after.statements).toBe(1);
  // A prepared statement whose columns have changed fails once, and its connection is closed.
  await other.execute('alter table notes alter column text type varchar');
  await other.execute("insert into notes values (5, 'five')");
  const outcomes = [await ask(5).catch(String), await ask(5)];
  expect(outcomes[1]).toEqual([{ id: 5, text: 'five' }]);
});

test('a lost connection fails only its own statements', async () => {
  const database = await newDatabase();
  const { db, close } = openDatabase(database.url, { max: 1 });
  const killer = openDatabase(database.url, { max: 1 });
  onTestFinished(async () => {
    await Promise.all([close(), killer.close()]);
    await database.close();
  });
  const write = (note: string) => statement`insert into notes values (${note})`;
  const kill = (pid: number) => killer.db.execute(statement`select pg_terminate_backend(${pid}, 5000)`);
  await db.execute('create table notes (note text primary key)');
  const deaths = {
    'between two statements': async (tx: Tx) => {
      await kill(await pidOf(tx));
      await tx.execute(write('after its death'));
    },
    'during a statement, with another behind it': async (tx: Tx) => {
      const pid = await pidOf(tx);
      const [slow] = await Promise.allSettled([
        tx.execute('select pg_sleep(10)'),
        tx.execute(write('behind a death')),
        kill(pid),
      ]);
      if (slow.status === 'rejected') throw slow.reason;
    },
    'unnoticed, before the end': async (tx: Tx) => {
      await kill(await pidOf(tx));
    },
    'in a part of it': async (tx: Tx) => {
      await tx.transaction(async (part) => kill(await pidOf(part))).catch(() => {});
      await tx.execute(write('after a part'));
    },
  };
  for (const [death, work] of Object.entries(deaths)) {
    for (let round = 0; round < 5; round += 1) {
      // Another task waits for the only connection, and gets a working one.
      const killed = db.transaction(async (tx) => {
        await tx.execute(write(`${death} ${round}`));
        await work(tx);
      });
      const next = db.transaction((tx) => tx.execute(write(`next ${death} ${round}`)));
      await expect(killed, death).rejects.toThrow();
      await next;
      await db.transaction((tx) => tx.execute(write(`later ${death} ${round}`)));
    }
  }
  // An idle connection.
  await kill(await pidOf(db));
  await expect.poll(() => pidOf(db).catch(() => 0)).toBeGreaterThan(0);
  const { rows: notes } = await db.execute<{ note: string }>(statement`select note from notes`);
  expect(notes.filter(({ note }) => !/^(next|later) /.test(note))).toEqual([]);
  expect(notes).toHaveLength(4 * 5 * 2);
});

test('notifies listeners after a lost connection, and listens again', async () => {
  const database = await newDatabase();
  const { db, listen, close } = openDatabase(database.url, { max: 1 });
  let notifications = 0;
  const listening = await listen({ news: () => (notifications += 1) });
  onTestFinished(async () => {
    await listening.stop();
    await close();
    await database.close();
  });
  await db.execute(`notify news`);
  await expect.poll(() => notifications).toBe(1);
  const killed = await db.execute(statement`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`);
  expect(killed.rowCount).toBe(1);
  await expect.poll(() => notifications).toBe(2);
  await db.execute(`notify news`);
  await expect.poll(() => notifications).toBe(3);
});

test('sends statements together and in order, and rolls all back if one fails', async () => {
  const { db, connection } = await openOnHoldableLine();
  await db.execute('create table notes (id serial, note text primary key)');
  const notes = pgTable('notes', { id: serial('id'), note: text('note').primaryKey() });
  const insertion = hotStatement((drawn, { note }: Params<{ note: string }>) => drawn.insert(notes).values({ note }));
  const write = (tx: Tx, note: string) => insertion(tx, { note });
  const together = (several: readonly string[]) =>
    db.transaction(async (tx) => {
      for (const note of several) await sendAhead(tx, insertion, { note });
      return 'kept';
    });
  // From now on the statement is prepared.
  for (const note of ['a', 'b', 'c']) await together([note]);
  connection.hold();
  const stored = together(['first of them', 'second of them', 'third of them']);
  await expect.poll(() => connection.sent()).toMatch(/begin.*first of them.*second of them.*third of them.*commit/s);
  connection.release();
  expect(await stored).toBe('kept');
  const [fourth, , newest] = await db.transaction((tx) =>
    Promise.all([
      tx.insert(notes).values({ note: 'fourth, by a builder' }).returning({ note: notes.note }).execute(),
      write(tx, 'fifth'),
      tx.execute('select max(id) as newest from notes'),
    ]),
  );
  expect([fourth, newest.rows]).toEqual([[{ note: 'fourth, by a builder' }], [{ newest: 8 }]]);
  const outcomes = await Promise.allSettled([
    together(['lost with it', 'a', 'behind it']),
    db.transaction((tx) => Promise.all([write(tx, 'lost, too'), write(tx, 'b'), write(tx, 'after that')])),
    together(['by itself']),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  for (const outcome of outcomes.slice(0, 2)) {
    // unique_violation instead of its consequence
    expect(outcome).toMatchObject({ reason: { cause: { code: '23505' } } });
  }
  const written = await db.select().from(notes).orderBy(notes.id);
  const expected = [
    'a',
    'b',
    'c',
    'first of them',
    'second of them',
    'third of them',
    'fourth, by a builder',
    'fifth',
    'by itself',
  ];
  expect(written.map(({ note }) => note)).toEqual(expected);
});

test('a statement that PostgreSQL has forgotten fails its transaction, and works in the next', async () => {
  const database = await newDatabase();
  const { db, close } = openDatabase(database.url, { max: 1 });
  onTestFinished(async () => {
    await close();
    await database.close();
  });
  await db.execute('create table notes (note text)');
  const notes = pgTable('notes', { note: text('note') });
  const insertion = hotStatement((drawn, { note }: Params<{ note: string }>) => drawn.insert(notes).values({ note }));
  const write = (note: string, before = 'select 1') =>
    db.transaction(async (tx) => {
      await tx.execute(before);
      await sendAhead(tx, insertion, { note });
    });
  await write('a');
  // invalid_sql_statement_name
  await expect(write('forgotten', 'deallocate all')).rejects.toMatchObject({ cause: { code: '26000' } });
  await write('b');
  expect((await db.select().from(notes)).map(({ note }) => note)).toEqual(['a', 'b']);
});

test('every statement reports why there is no connection', async () => {
  const database = await newDatabase();
  const url = new URL(database.url);
  url.pathname = '/nowhere';
  const { db, close } = openDatabase(url.href, { max: 1 });
  onTestFinished(async () => {
    await close();
    await database.close();
  });
  // invalid_catalog_name
  await expect(db.execute('select 1')).rejects.toMatchObject({ cause: { code: '3D000' } });
  await expect(db.transaction((tx) => tx.execute('select 1'))).rejects.toMatchObject({ code: '3D000' });
});

test('sends nothing for an ended transaction', async () => {
  const database = await newDatabase();
  const { db, close } = openDatabase(database.url, { max: 1 });
  onTestFinished(async () => {
    await close();
    await database.close();
  });
  let late: Tx | undefined;
  await db.transaction(async (tx) => {
    late = tx;
    await tx.execute('create table notes (note text)');
  });
  const write = async (tx: Tx | undefined) => await tx?.execute(`insert into notes values ('late')`);
  await expect(write(late)).rejects.toMatchObject({ cause: { message: 'The transaction has ended' } });
  await expect(late?.transaction(write)).rejects.toMatchObject({ cause: { message: 'The transaction has ended' } });
  let latePart: Tx | undefined;
  await db.transaction((tx) =>
    tx.transaction(async (part) => {
      latePart = part;
    }),
  );
  await expect(write(latePart)).rejects.toMatchObject({ cause: { message: 'The transaction has ended' } });
  expect((await db.execute('select * from notes')).rows).toEqual([]);
});

const pidOf = async (tx: Pick<Tx, 'execute'>): Promise<number> =>
  Number((await tx.execute<{ pid: number }>(statement`select pg_backend_pid() as pid`)).rows[0]?.pid);

async function openOnHoldableLine() {
  const database = await newDatabase();
  const connection = await holdableConnection(new URL(database.url));
  const { db, close } = openDatabase(connection.url, { max: 1 });
  onTestFinished(async () => {
    await close();
    await connection.close();
    await database.close();
  });
  return { db, connection };
}

/** A connection to the database on which answers or requests can be held back. */
async function holdableConnection(target: URL) {
  const sockets: Socket[] = [];
  let sent = '';
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    client.on('data', (bytes) => (sent += bytes.toString('latin1')));
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) socket.on('error', () => {});
    sockets.push(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    sent: () => sent,
    hold() {
      sent = '';
      for (const socket of sockets) socket.pause();
    },
    release() {
      for (const socket of sockets) socket.resume();
    },
    async close() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
