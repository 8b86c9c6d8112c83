/** Invitations to stores by email. Only a hash of the link's secret is stored. */
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Role } from '#server/stores/rules/roles.ts';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { keyOf, owner } from './tenant.ts';

export const storeInvitations = pgTable(
  'store_invitations',
  {
    id: id(),
    ...owner(),
    email: text('email').notNull(),
    role: text('role').$type<Exclude<Role, 'owner'>>().notNull(),
    tokenHash: text('token_hash').notNull(),
    /** The inviting account. */
    invitedBy: uuid('invited_by').notNull(),
    expiresAt: moment('expires_at').notNull(),
    acceptedAt: moment('accepted_at'),
    /** The account that accepted. */
    acceptedBy: uuid('accepted_by'),
    revokedAt: moment('revoked_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    keyOf(table),
    uniqueIndex('store_invitations_token').on(table.tokenHash, table.merchantId),
    // One open invitation per address and store.
    uniqueIndex('store_invitations_open')
      .on(table.storeId, sql`lower(email)`, table.merchantId)
      .where(sql`accepted_at is null and revoked_at is null`),
    index('store_invitations_store').on(table.storeId, table.createdAt),
  ],
);
