import { eq, sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { fixedStatement, valuesFor } from './fixed-statement.ts';

const notes = pgTable('notes', {
  id: integer('id').primaryKey(),
  text: text('text'),
  data: jsonb('data'),
  isKept: boolean('is_kept'),
  at: timestamp('at', { withTimezone: true }).notNull(),
});
const tags = pgTable('tags', { noteId: integer('note_id').notNull(), tag: text('tag') });

/** What was sent, and how its rows are read: a session that answers with those rows. */
function onRows(rows: unknown[][] = []) {
  const sent: { sql: string; params: unknown[] }[] = [];
  const session = {
    prepareQuery: (
      query: (typeof sent)[0],
      _fields: unknown,
      name: string,
      _isArray: boolean,
      read: (rows: unknown) => unknown,
    ) => {
      expect(name).toBeTruthy();
      sent.push(query);
      return { execute: async () => read(rows) };
    },
  };
  return { tx: { _: { session } } as never, sent };
}

test('the text is the same whatever the values are, and they are written as their columns have them', async () => {
  const insertion = fixedStatement((db) => db.insert(notes).values(valuesFor(notes)));
  const { tx, sent } = onRows();
  const at = new Date('2026-11-22T10:00:00Z');
  await insertion(tx, { id: 1, text: 'one', data: { a: 1 }, isKept: true, at });
  await insertion(tx, { id: 2, data: null, at });
  expect(sent[0]?.sql).toBe('insert into "notes" ("id", "text", "data", "is_kept", "at") values ($1, $2, $3, $4, $5)');
  expect(sent[1]?.sql).toBe(sent[0]?.sql);
  expect(sent.map(({ params }) => params)).toEqual([
    [1, 'one', '{"a":1}', true, '2026-11-22T10:00:00.000Z'],
    [2, null, null, null, '2026-11-22T10:00:00.000Z'],
  ]);
});

test('columns are read as their types have them, and joined ones in an object of their own', async () => {
  const joined = fixedStatement((db) =>
    db
      .select({ note: notes, tag: tags.tag, length: sql<number>`length(${notes.text})` })
      .from(notes)
      .innerJoin(tags, eq(tags.noteId, notes.id))
      .where(eq(notes.id, sql.placeholder('id'))),
  );
  const { tx, sent } = onRows([[7, null, { a: 1 }, false, '2026-11-22 10:00:00+00', 'new', 4]]);
  const rows = await joined(tx, { id: 7 });
  expect(sent[0]?.params).toEqual([7]);
  const at = new Date('2026-11-22T10:00:00Z');
  expect(rows).toEqual([{ note: { id: 7, text: null, data: { a: 1 }, isKept: false, at }, tag: 'new', length: 4 }]);
});

test('a condition without its value is refused, and so is a left join, whose rows would be read wrongly', async () => {
  const byId = fixedStatement((db) =>
    db
      .select()
      .from(notes)
      .where(eq(notes.id, sql.placeholder('id'))),
  );
  const { tx, sent } = onRows();
  await expect(byId(tx, {})).rejects.toThrow('no value was given for id');
  const left = fixedStatement((db) => db.select().from(notes).leftJoin(tags, eq(tags.noteId, notes.id)));
  await expect(left(tx, {})).rejects.toThrow('no left joins');
  expect(sent).toEqual([]);
});
