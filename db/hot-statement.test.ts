import { eq, sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { expect, onTestFinished, test } from 'vitest';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { openDatabase } from './client.ts';
import { columnsOf, hotStatement, type Params } from './hot-statement.ts';

const notes = pgTable('notes', {
  id: integer('id').primaryKey(),
  text: text('text'),
  data: jsonb('data').$type<{ a: number }>(),
  isKept: boolean('is_kept'),
  at: timestamp('at', { withTimezone: true }).notNull(),
});
const tags = pgTable('tags', { noteId: integer('note_id').notNull(), tag: text('tag') });

const insertNote = hotStatement((db, note: Params<typeof notes.$inferSelect>) =>
  db.insert(notes).values(columnsOf(notes, note)),
);
const findNote = hotStatement((db, { id }: Params<{ id: number }>) => db.select().from(notes).where(eq(notes.id, id)));

async function openNotes() {
  const database = await newDatabase();
  const sent: { text: string; values: unknown[] }[] = [];
  const opened = openDatabase(database.url, { max: 1, onStatement: (text, values) => sent.push({ text, values }) });
  onTestFinished(async () => {
    await opened.close();
    await database.close();
  });
  await opened.db.execute(
    'create table notes (id int primary key, text text, data jsonb, is_kept boolean, at timestamptz not null)',
  );
  await opened.db.execute('create table tags (note_id int not null, tag text)');
  sent.length = 0;
  return { db: opened.db, sent };
}

const at = new Date('2026-11-22T10:00:00Z');
const empty = { text: null, data: null, isKept: null, at };

test('keeps one text for all values, encoded by their columns’ types', async () => {
  const { db, sent } = await openNotes();
  await insertNote(db, { id: 1, text: 'one', data: { a: 1 }, isKept: true, at });
  await insertNote(db, { id: 2, ...empty });
  expect(sent[0]?.text).toBe('insert into "notes" ("id", "text", "data", "is_kept", "at") values ($1, $2, $3, $4, $5)');
  expect(sent[1]?.text).toBe(sent[0]?.text);
  expect(sent.map(({ values }) => values)).toEqual([
    [1, 'one', '{"a":1}', true, '2026-11-22T10:00:00.000Z'],
    [2, null, null, null, '2026-11-22T10:00:00.000Z'],
  ]);
  expect(await findNote(db, { id: 1 })).toEqual([{ id: 1, text: 'one', data: { a: 1 }, isKept: true, at }]);
  expect(await findNote(db, { id: 2 })).toEqual([{ id: 2, ...empty }]);
});

test('returns a joined row as an object of its own, or null', async () => {
  const { db } = await openNotes();
  await insertNote(db, { id: 1, ...empty });
  await insertNote(db, { id: 2, ...empty });
  await db.insert(tags).values({ noteId: 2, tag: 'new' });
  const notesWithTags = hotStatement((drawn, { min }: Params<{ min: number }>) =>
    drawn
      .select({ id: notes.id, tag: tags, next: sql<number>`${notes.id} + 1` })
      .from(notes)
      .leftJoin(tags, eq(tags.noteId, notes.id))
      .where(sql`${notes.id} >= ${min}`)
      .orderBy(notes.id),
  );
  expect(await notesWithTags(db, { min: 1 })).toEqual([
    { id: 1, tag: null, next: 2 },
    { id: 2, tag: { noteId: 2, tag: 'new' }, next: 3 },
  ]);
});

test('a missing or misspelled value does not compile, and is rejected at run time', async () => {
  const { db, sent } = await openNotes();
  // @ts-expect-error: a column without its value
  expect(() => insertNote(db, { id: 3, text: null, data: null, at })).toThrow('no value was given for isKept');
  // @ts-expect-error: a misspelt name
  expect(() => findNote(db, { idd: 3 })).toThrow('no value was given for id');
  // @ts-expect-error: a value of another type
  await expect(findNote(db, { id: new Date() })).rejects.toMatchObject({ cause: { code: '22P02' } });
  // @ts-expect-error: a parameter that is not declared
  hotStatement((drawn, params: Params<{ id: number }>) => drawn.select().from(notes).where(eq(notes.id, params.idd)));
  expect(sent.filter(({ text: sentText }) => sentText.startsWith('insert'))).toEqual([]);
});
