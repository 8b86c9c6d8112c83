/** Columns that every table spells the same way. */
import { text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Environment } from '#server/domain/environments.ts';

/** A moment, always UTC, to the millisecond: what JavaScript's Date holds. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** The key of a table that belongs to no merchant. */
export const key = () => uuid('id').primaryKey();

/** The first part of a merchant's row's key: `keyOf` in `tenant.ts` is the whole. */
export const id = () => uuid('id').notNull();

export const environment = () => text('environment').$type<Environment>().notNull();

export const createdAt = () => moment('created_at').notNull();

export const updatedAt = () => moment('updated_at').notNull();
