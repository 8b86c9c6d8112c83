/** The months of a backup: the same parts as where it was made, in the same schemas. */
import type postgres from 'postgres';
import type { BackupPart } from './format.ts';
import { quoted, quotedName } from './write-backup.ts';

/** Replaces the parts that the migrations have just made, all of them empty. */
export async function rebuildParts(tx: postgres.TransactionSql, parts: readonly BackupPart[]): Promise<void> {
  for (const parent of new Set(parts.map((part) => part.parent))) {
    const made = await tx<{ name: string }[]>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = to_regclass(${quoted(parent)})`;
    for (const { name } of made) await tx.unsafe(`drop table ${name}`).simple();
    // A part does not inherit its parent's refusal to be truncated.
    const guards = await tx<{ name: string; refuses: string }[]>`
      select quote_ident(tgname) as name, tgfoid::regproc::text as refuses from pg_trigger
      where tgrelid = to_regclass(${quoted(parent)}) and tgtype & 32 = 32`;
    for (const part of parts.filter((each) => each.parent === parent)) {
      const name = quotedName(part);
      await tx.unsafe(`create table ${name} (like ${quoted(parent)} including defaults including storage)`).simple();
      await tx.unsafe(`alter table ${quoted(parent)} attach partition ${name} ${part.bound}`).simple();
      for (const guard of guards) {
        const trigger = `create trigger ${guard.name} before truncate on ${name}`;
        await tx.unsafe(`${trigger} for each statement execute function ${guard.refuses}()`).simple();
      }
    }
  }
}
