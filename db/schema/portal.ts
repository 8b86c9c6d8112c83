/** The customer portal: one-time links sent by email, and the sessions that they or session tokens open. */
import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from './columns.ts';
import { keyOf, tenant } from './tenant.ts';

/** A link that opens the portal once. Only a hash of its secret is stored. */
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
  (table) => [keyOf(table), uniqueIndex('portal_links_token').on(table.tokenHash, table.merchantId)],
);

/** A buyer's session: identity, store, environment and end. Identified by a cookie, of which a hash is stored. */
export const portalSessions = pgTable(
  'portal_sessions',
  {
    id: id(),
    ...tenant(),
    tokenHash: text('token_hash').notNull(),
    /** The identity in session tokens: the merchant's id of the customer, otherwise the email. */
    buyerIdentity: text('buyer_identity').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [keyOf(table), uniqueIndex('portal_sessions_token').on(table.tokenHash, table.merchantId)],
);
