import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { eq, sql as statement } from 'drizzle-orm';
import { pgTable, serial, text } from 'drizzle-orm/pg-core';
import { expect, onTestFinished, test } from 'vitest';
import { newDatabase } from '#server/testing/own-database.ts';
import { openDatabase, type Tx } from './client.ts';
import { fixedStatement } from './fixed-statement.ts';
import { declareLookUp } from './look-ups.ts';
import { sendAhead, sendInOrder } from './pooled-client.ts';
import { stores } from './schema/index.ts';

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

test('of what only reads, what finds a row by its id is planned once, and a search for each of its values', async () => {
  const database = await newDatabase();
  const { db, close } = openDatabase(database.url, { max: 1, readingFor: { statementTimeoutMs: 5000 } });
  onTestFinished(async () => {
    await close();
    await database.close();
  });
  const isThis = eq(stores.id, statement.placeholder('id'));
  const lookUp = fixedStatement((drawn) => drawn.select().from(stores).where(isThis), { isLookUp: true });
  const search = fixedStatement((drawn) => drawn.select().from(stores).where(isThis).orderBy(stores.id));
  for (let round = 0; round < 10; round += 1) {
    await lookUp(db, { id: randomUUID() });
    await search(db, { id: randomUUID() });
  }
  const howPlanned = `select generic_plans > 0 as once from pg_prepared_statements where statement like '%from "stores"%'`;
  const ofLookUps = `${howPlanned} order by 1`;
  declareLookUp(ofLookUps);
  expect([await db.execute(ofLookUps), await db.execute(howPlanned)]).toEqual([[{ once: true }], [{ once: false }]]);
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

test('a connection that dies fails what is done by it, and nothing else', async () => {
  const database = await newDatabase();
  const { db, close } = openDatabase(database.url, { max: 1 });
  const killer = openDatabase(database.url, { max: 1 });
  onTestFinished(async () => {
    await Promise.all([close(), killer.close()]);
    await database.close();
  });
  const write = (note: string) => statement`insert into notes values (${note})`;
  const pidOf = async (tx: Pick<typeof db, 'execute'>) =>
    Number((await tx.execute<{ pid: number }>(statement`select pg_backend_pid() as pid`))[0]?.pid);
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
      // Another waits for the only connection, and gets one that works.
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
  // One that nobody uses.
  await kill(await pidOf(db));
  await expect.poll(() => pidOf(db).catch(() => 0)).toBeGreaterThan(0);
  const notes = await db.execute<{ note: string }>(statement`select note from notes`);
  expect(notes.filter(({ note }) => !/^(next|later) /.test(note))).toEqual([]);
  expect(notes).toHaveLength(4 * 5 * 2);
});

test('who waits for a wake-up is woken after the connection was lost, and hears again', async () => {
  const database = await newDatabase();
  const { db, listen, close } = openDatabase(database.url, { max: 1 });
  let heard = 0;
  const listening = await listen({ news: () => (heard += 1) });
  onTestFinished(async () => {
    await listening.stop();
    await close();
    await database.close();
  });
  await db.execute(`notify news`);
  await expect.poll(() => heard).toBe(1);
  const killed = await db.execute(statement`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`);
  expect(killed).toHaveLength(1);
  await expect.poll(() => heard).toBe(2);
  await db.execute(`notify news`);
  await expect.poll(() => heard).toBe(3);
});

test('what is known travels together, in its order, and with one that fails nothing is kept', async () => {
  const { db, line } = await openOnHoldableLine();
  await db.execute('create table notes (id serial, note text primary key)');
  const notes = pgTable('notes', { id: serial('id'), note: text('note').primaryKey() });
  const insertion = fixedStatement((drawn) => drawn.insert(notes).values({ note: statement.placeholder('note') }));
  const write = (tx: Tx, note: string) => insertion(tx, { note });
  const together = (several: readonly string[]) =>
    db.transaction(async (tx) => {
      for (const note of several) await sendAhead(tx, () => write(tx, note));
      return 'kept';
    });
  // From then on the statement is prepared.
  for (const note of ['a', 'b', 'c']) await together([note]);
  line.hold();
  const kept = together(['first of them', 'second of them', 'third of them']);
  await expect.poll(() => line.sent()).toMatch(/begin.*first of them.*second of them.*third of them.*commit/s);
  line.release();
  expect(await kept).toBe('kept');
  const mixed = await db.transaction((tx) =>
    sendInOrder(tx, [
      () => tx.insert(notes).values({ note: 'fourth, by a builder' }).returning({ note: notes.note }),
      () => write(tx, 'fifth'),
      async () => (await tx.execute<{ note: string }>('select max(id) as newest from notes'))[0],
    ]),
  );
  expect(mixed).toEqual([[{ note: 'fourth, by a builder' }], expect.anything(), { newest: 8 }]);
  const outcomes = await Promise.allSettled([
    together(['lost with it', 'a', 'behind it']),
    db.transaction((tx) => Promise.all([write(tx, 'lost, too'), write(tx, 'b'), write(tx, 'after that')])),
    together(['by itself']),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  for (const outcome of outcomes.slice(0, 2)) {
    // unique_violation, and not what followed from it
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

test('what PostgreSQL has forgotten is not sent again after the transaction', async () => {
  const database = await newDatabase();
  const { db, close } = openDatabase(database.url, { max: 1 });
  onTestFinished(async () => {
    await close();
    await database.close();
  });
  await db.execute('create table notes (note text)');
  const notes = pgTable('notes', { note: text('note') });
  const insertion = fixedStatement((drawn) => drawn.insert(notes).values({ note: statement.placeholder('note') }));
  const write = (note: string, before = 'select 1') =>
    db.transaction(async (tx) => {
      await tx.execute(before);
      await sendAhead(tx, () => insertion(tx, { note }));
    });
  const prepared = ['a', 'b', 'c'];
  for (const note of prepared) await write(note);
  // invalid_sql_statement_name: postgres.js would prepare it anew, and run it once more, with the commit behind it.
  await expect(write('forgotten', 'deallocate all')).rejects.toMatchObject({ cause: { code: '26000' } });
  expect((await db.select().from(notes)).map(({ note }) => note)).toEqual(prepared);
  await write('d');
  expect(await db.$count(notes)).toBe(4);
});

test('nothing follows what is so long that the line asks to wait', async () => {
  const { db, line } = await openOnHoldableLine();
  await db.execute('create table notes (note text)');
  await db.execute('create table letters (letter text)');
  const notes = pgTable('notes', { note: text('note') });
  const letters = pgTable('letters', { letter: text('letter') });
  const writeNote = fixedStatement((drawn) => drawn.insert(notes).values({ note: statement.placeholder('note') }));
  const writeEmail = fixedStatement((drawn) =>
    drawn.insert(letters).values({ letter: statement.placeholder('letter') }),
  );
  const write = (note: string, letter: string, before = 'select 1') =>
    db.transaction(async (tx) => {
      await tx.execute(before);
      line.holdSent();
      await sendAhead(tx, () => writeEmail(tx, { letter }));
      await sendAhead(tx, () => writeNote(tx, { note }));
      setImmediate(line.release);
    });
  const long = 'x'.repeat(16_000_000);
  for (const note of ['a', 'b', 'c']) await write(note, note);
  await write('d', long);
  expect([await db.$count(notes), await db.$count(letters)]).toEqual([4, 4]);
  // postgres.js would prepare anew what it had held back, and with the transaction undone this would be kept alone.
  const [{ name } = { name: '' }] = await db.transaction((tx) =>
    tx.execute<{ name: string }>(`select name from pg_prepared_statements where statement like 'insert into "notes"%'`),
  );
  await expect(write('forgotten', long, `deallocate "${name}"`)).rejects.toMatchObject({ code: '26000' });
  expect([await db.$count(notes), await db.$count(letters)]).toEqual([4, 4]);
});

test('why there is no connection is told by whatever needed one', async () => {
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

test('nothing is sent for a transaction that is over', async () => {
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
  await expect(write(late)).rejects.toMatchObject({ cause: { message: 'The transaction is over' } });
  await expect(late?.transaction(write)).rejects.toThrow('The transaction is over');
  let latePart: Tx | undefined;
  await db.transaction((tx) =>
    tx.transaction(async (part) => {
      latePart = part;
    }),
  );
  await expect(write(latePart)).rejects.toMatchObject({ cause: { message: 'The transaction is over' } });
  expect(await db.execute('select * from notes')).toEqual([]);
});

async function openOnHoldableLine() {
  const database = await newDatabase();
  const line = await holdableLine(new URL(database.url));
  const { db, close } = openDatabase(line.url, { max: 1 });
  onTestFinished(async () => {
    await close();
    await line.close();
    await database.close();
  });
  return { db, line };
}

/** A way to the database on which answers can be held back, or what is sent. */
async function holdableLine(target: URL) {
  const sockets: Socket[] = [];
  const clients: Socket[] = [];
  let sent = '';
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    client.on('data', (bytes) => (sent += bytes.toString('latin1')));
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) socket.on('error', () => {});
    sockets.push(upstream);
    clients.push(client);
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
    holdSent() {
      for (const socket of clients) socket.pause();
    },
    release() {
      for (const socket of [...sockets, ...clients]) socket.resume();
    },
    async close() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
