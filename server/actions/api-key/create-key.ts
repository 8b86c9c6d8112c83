import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { insertApiKey, listApiKeys, lockMerchant } from '#server/accounts/data/merchants.ts';
import { knownExpiry } from '#server/accounts/rules/key-access.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { environments } from '#server/domain/environments.ts';
import { ApiError } from '#server/domain/errors.ts';
import { apiKeyFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction } from '#server/platform/action.ts';
import { accessFields, nickname as nicknameField, requireFutureExpiry } from './access-fields.ts';
import { apiKeyObject, apiKeyOutput } from './key-object.ts';

const maxKeysPerEnvironment = 20;

/**
 * `api-key/create-key` (dashboard only): registers the public half of an RSA key pair of 2048 to 8192 bits, optionally
 * with scopes, networks and an expiry. A `prod` key needs a sign-in within 10 minutes. A private key is refused, since
 * it must never be sent. (commerce-api.md, "API Key signing")
 */
export const createKey = defineAction({
  callers: ['dashboard'],
  scope: 'object',
  layer: 'user',
  input: z.object({
    environment: z.enum(environments),
    nickname: nicknameField(),
    publicKey: z.string().max(8192),
    ...accessFields,
  }),
  output: apiKeyOutput,
  docs: { summary: 'Register a public key', refusals: [], example: {} },
  async run(context, { environment, nickname, publicKey, ...given }) {
    const { tx, caller, actor, now } = context;
    context.requireEnvironment(environment);
    if (environment === 'prod') context.requireFreshSignIn();
    const key = readPublicKey(publicKey);
    const { scopes = null, networks = null, expiresAt = null } = given;
    requireFutureExpiry(expiresAt, now);
    const fingerprint = fingerprintOf(key);
    await lockMerchant(tx, caller.merchantId);
    const existing = await listApiKeys(tx, caller.merchantId);
    // In either environment: the key that verifies decides the environment, so a key belongs to one only.
    if (existing.some((row) => row.fingerprint === fingerprint))
      throw refuseKey('This key is already registered', 'key_taken');
    if (existing.filter((row) => row.environment === environment).length >= maxKeysPerEnvironment) {
      throw new ApiError(
        400,
        `At most ${maxKeysPerEnvironment} keys per environment; delete one that is no longer used`,
        'user',
        { code: 'too_many_keys' },
      );
    }
    const pem = key.export({ type: 'spki', format: 'pem' }).toString();
    const owned = { merchantId: caller.merchantId, environment, nickname, publicKey: pem, fingerprint };
    const row = await insertApiKey(
      tx,
      { ...owned, scopes, networks, expiresAt, expiryWarnedFor: knownExpiry({ expiresAt }, now) },
      now,
    );
    const event = {
      type: 'api_key.created',
      objectId: row.id,
      data: { nickname, fingerprint },
      changes: changesBetween(null, apiKeyFacts(row)),
    } as const;
    await recordEvent(tx, { merchantId: caller.merchantId, storeId: null, environment, actor, ...event }, now);
    return { key: apiKeyObject(row) };
  },
});

const refuseKey = (message: string, code = 'invalid_field') =>
  new ApiError(400, message, 'user', { code, path: 'publicKey' });

function readPublicKey(pem: string): KeyObject {
  if (pem.includes('PRIVATE KEY')) {
    throw refuseKey('This is a private key. Treat it as exposed, create a new key pair, and paste only the public key');
  }
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch {
    throw refuseKey('Invalid publicKey: must be a PEM public key (-----BEGIN PUBLIC KEY-----)');
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < 2048 || bits > 8192) {
    throw refuseKey('Invalid publicKey: must be an RSA key of 2048 to 8192 bits');
  }
  return key;
}

/** A short name of a key: the SHA-256 of its DER form, as OpenSSH shows it. */
export const fingerprintOf = (key: KeyObject): string =>
  `SHA256:${createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64')
    .replace(/=+$/, '')}`;
