/**
 * Merchants are the dashboard's accounts. The tables are better-auth's (its "user" is our merchant: the row's key is
 * the merchant's id, so an account without a merchant cannot exist), plus the API keys that sign requests.
 */
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { KeyScope } from '#server/domain/key-scopes.ts';
import { createdAt, environment, id, key, moment, updatedAt } from './columns.ts';

export const merchants = pgTable('merchants', {
  id: key(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  /** Whether the address was verified by its owner or an operator. */
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  /** Whether signing in with the password also needs a code. */
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  /** Set while an operator suspends the account: none of its stores sells in prod. */
  suspendedAt: moment('suspended_at'),
  suspensionReason: text('suspension_reason'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

const merchantId = () =>
  uuid('merchant_id')
    .notNull()
    .references(() => merchants.id, { onDelete: 'cascade' });

export const dashboardSessions = pgTable(
  'dashboard_sessions',
  {
    id: key(),
    merchantId: merchantId(),
    token: text('token').notNull().unique(),
    expiresAt: moment('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('dashboard_sessions_merchant').on(table.merchantId)],
);

/** Credentials; `password` is a scrypt hash. */
export const credentials = pgTable(
  'credentials',
  {
    id: key(),
    merchantId: merchantId(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    refreshTokenExpiresAt: moment('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('credentials_merchant').on(table.merchantId)],
);

/** Second factors; better-auth encrypts the secret and the recovery codes. */
export const twoFactors = pgTable(
  'two_factors',
  {
    id: key(),
    merchantId: merchantId(),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    /** False until the first code proves that the app has the secret. */
    verified: boolean('verified').notNull().default(true),
    failedVerificationCount: integer('failed_verification_count').notNull().default(0),
    lockedUntil: moment('locked_until'),
    /** The time step (30 s) of the last accepted code. It and earlier ones are rejected. Null: none yet. */
    lastStep: integer('last_step'),
  },
  (table) => [index('two_factors_merchant').on(table.merchantId)],
);

/** Public halves only, like API keys; the private half stays in the device. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: key(),
    merchantId: merchantId(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    credentialID: text('credential_id').notNull().unique(),
    counter: integer('counter').notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    aaguid: text('aaguid'),
    createdAt: moment('created_at'),
    /**
     * When it was created with a verified address, or when the address was verified. Null: a password reset removes the
     * passkey.
     */
    confirmedAt: moment('confirmed_at').default(sql`now()`),
  },
  (table) => [index('passkeys_merchant').on(table.merchantId)],
);

/** Short-lived tokens: links to set a password, verify an address or create an account. */
export const verifications = pgTable(
  'verifications',
  {
    id: key(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('verifications_identifier').on(table.identifier)],
);

/** Counters of sign-in attempts per address. */
export const signInAttempts = pgTable('sign_in_attempts', {
  id: key(),
  key: text('key').notNull().unique(),
  count: integer('count').notNull(),
  lastRequest: bigint('last_request', { mode: 'number' }).notNull(),
});

/** Public halves only; the private half never leaves the browser or command line that created it. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    merchantId: merchantId(),
    environment: environment(),
    nickname: text('nickname').notNull(),
    publicKey: text('public_key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    /** Null: all scopes. */
    scopes: text('scopes').array().$type<KeyScope[]>(),
    /** CIDR notation; null: all networks. */
    networks: text('networks').array(),
    /** In real time, not the time of a store's test clock. Null: never. */
    expiresAt: moment('expires_at'),
    /** The `expiresAt` that the account was warned of. */
    expiryWarnedFor: moment('expiry_warned_for'),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at'),
    lastUsedAddress: text('last_used_address'),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.merchantId] }),
    index('api_keys_expiring').on(table.expiresAt).where(sql`expires_at is not null`),
    // The key that verifies decides the environment, so one key cannot be registered twice.
    uniqueIndex('api_keys_fingerprint').on(table.merchantId, table.fingerprint),
  ],
);
