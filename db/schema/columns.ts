/** Columns and conditions that tables define alike. */
import { sql } from 'drizzle-orm';
import { bigint, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Environment } from '#server/domain/environments.ts';

/** A time in UTC with milliseconds, like JavaScript's Date. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** An amount in minor units. */
export const amountMinor = (name: string) => bigint(name, { mode: 'number' }).notNull();

/** The primary key of a table without a merchant. */
export const key = () => uuid('id').primaryKey();

/** The first part of a merchant row's key; `keyOf` in `tenant.ts` is the whole. */
export const id = () => uuid('id').notNull();

export const environment = () => text('environment').$type<Environment>().notNull();

export const createdAt = () => moment('created_at').notNull();

export const updatedAt = () => moment('updated_at').notNull();

/** The condition of a partial index. The statuses are literals, because an index cannot have parameters. */
export const hasStatus = (statuses: readonly string[]) =>
  sql.raw(`status in (${statuses.map((status) => `'${status}'`).join(', ')})`);
