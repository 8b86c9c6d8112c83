/** Recreates a backup's monthly partitions in their schemas. */
import type { ClientBase } from 'pg';
import type { BackupPart } from './format.ts';
import { quoted, quotedName } from './write-backup.ts';

/** Replaces the empty partitions that the migrations created. */
export async function rebuildParts(client: ClientBase, parts: readonly BackupPart[]): Promise<void> {
  for (const parent of new Set(parts.map((part) => part.parent))) {
    const partitions = await client.query<{ name: string }>(
      'select inhrelid::regclass::text as name from pg_inherits where inhparent = to_regclass($1)',
      [quoted(parent)],
    );
    for (const { name } of partitions.rows) await client.query(`drop table ${name}`);
    // A partition does not inherit its parent's guard against TRUNCATE.
    const guards = await client.query<{ name: string; refuses: string }>(
      `select quote_ident(tgname) as name, tgfoid::regproc::text as refuses from pg_trigger
      where tgrelid = to_regclass($1) and tgtype & 32 = 32`,
      [quoted(parent)],
    );
    for (const part of parts.filter((each) => each.parent === parent)) {
      const name = quotedName(part);
      await client.query(`create table ${name} (like ${quoted(parent)} including defaults including storage)`);
      await client.query(`alter table ${quoted(parent)} attach partition ${name} ${part.bound}`);
      for (const guard of guards.rows) {
        const trigger = `create trigger ${guard.name} before truncate on ${name}`;
        await client.query(`${trigger} for each statement execute function ${guard.refuses}()`);
      }
    }
  }
}
