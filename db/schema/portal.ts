/** The customer portal: one-time links sent by email, and the visits that they, or a session token, begin. */
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from './columns.ts';
import { keyOf, tenant } from './tenant.ts';

/** A link that opens the portal once. Only a hash of what stands in it is kept. */
export const portalLinks = pgTable(
  'portal_links',
  {
    id: id(),
    ...tenant(),
    tokenHash: text('token_hash').notNull(),
    email: text('email').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    createdAt: createdAt(),
  },
  (table) => [
    keyOf(table),
    uniqueIndex('portal_links_token').on(table.tokenHash, table.merchantId),
    index('portal_links_expiry').on(table.expiresAt),
    // How often an address was asked with lately.
    index('portal_links_email').on(sql`lower(email)`, table.createdAt),
  ],
);

/** A buyer's visit: who they are in that store and environment, until when. Known by a cookie of which a hash is kept. */
export const portalSessions = pgTable(
  'portal_sessions',
  {
    id: id(),
    ...tenant(),
    tokenHash: text('token_hash').notNull(),
    /** What a session token calls a customer: the merchant's name for them, else their email. */
    buyerIdentity: text('buyer_identity').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    keyOf(table),
    uniqueIndex('portal_sessions_token').on(table.tokenHash, table.merchantId),
    index('portal_sessions_expiry').on(table.expiresAt),
  ],
);
