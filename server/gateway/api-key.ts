/**
 * Requests signed with a merchant's RSA key. (commerce-api.md, "API Key signing".)
 * Whatever is wrong with one, the answer is the same 401 `Invalid signature`.
 */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Database } from '../../db/client.ts';
import type { ApiKeyCaller } from '../action.ts';
import { fromShortId } from '../domain/ids.ts';
import { errors } from '../errors.ts';
import { log } from '../log.ts';
import { listPublicKeys, touchApiKey } from '../queries/merchants.ts';
import { type GatewayRequest, header, pathOf } from './http.ts';

const longestSkewSeconds = 300;
const lastUsedResolutionMs = 60_000;
const mostCachedKeys = 10_000;

/** Parsed keys by their PEM text: parsing costs more than verifying. A deleted key just stops being asked for. */
const parsedKeys = new Map<string, KeyObject>();

function parse(pem: string): KeyObject {
  const known = parsedKeys.get(pem);
  if (known) return known;
  const key = createPublicKey(pem);
  if (parsedKeys.size >= mostCachedKeys) parsedKeys.clear();
  parsedKeys.set(pem, key);
  return key;
}

/** What the caller signs: method, path, timestamp and the body's digest, a line each. */
export const canonicalRequest = (method: string, path: string, timestamp: string, body: Uint8Array): string =>
  `${method}\n${path}\n${timestamp}\n${createHash('sha256').update(body).digest('base64')}`;

/** Off the main thread, so that a slow verification holds nobody else up. */
const verifies = (key: KeyObject, text: string, signature: Buffer): Promise<boolean> =>
  new Promise((resolve) => {
    verify('RSA-SHA256', Buffer.from(text), key, signature, (error, valid) => resolve(!error && valid));
  });

/**
 * The caller whose key made the signature; every key of the merchant is tried, and the one that verifies decides the
 * environment. Keys are read anew each time: a deleted one fails with the next request, on every instance.
 */
export async function authenticateApiKey(db: Database, request: GatewayRequest, now: Date): Promise<ApiKeyCaller> {
  const [merchant, timestamp, signature] = ['x-merchant-id', 'x-timestamp', 'x-signature'].map((name) =>
    header(request.headers, name),
  );
  if (!merchant || !timestamp || !signature) throw errors.missingAuthentication();
  const merchantId = fromShortId('MER', merchant);
  if (merchantId === undefined || !isCurrent(timestamp, now) || request.body === 'too-large')
    throw errors.invalidSignature();
  const text = canonicalRequest(request.method, pathOf(request.url), timestamp, request.body);
  const bytes = Buffer.from(signature, 'base64');
  for (const key of await listPublicKeys(db, merchantId)) {
    if (!(await verifies(parse(key.publicKey), text, bytes))) continue;
    if (now.getTime() - (key.lastUsedAt?.getTime() ?? 0) > lastUsedResolutionMs) noteUse(db, key.id, now);
    return { kind: 'apiKey', merchantId, keyId: key.id, environment: key.environment };
  }
  throw errors.invalidSignature();
}

function isCurrent(timestamp: string, now: Date): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(Math.floor(now.getTime() / 1000) - Number(timestamp)) <= longestSkewSeconds;
}

/** Beside the request, not in it: when a key was last used is worth a write a minute, and no waiting. */
function noteUse(db: Database, keyId: string, now: Date): void {
  touchApiKey(db, keyId, now).catch((error: Error) => log().warn({ keyId, error: error.message }, 'key use not noted'));
}
