/**
 * Authenticates requests signed with a merchant's RSA key. (commerce-api.md, "API Key signing") Every failure gets the
 * same 401 `Invalid signature`. Only the holder of one of the merchant's test keys also gets a diagnosis of the
 * mistake.
 */

import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { merchantDatabase } from '#db/client.ts';
import { listPublicKeys, saveKeyUse } from '#server/accounts/data/merchants.ts';
import { isKeyExpired, isUseDue, keyRefusal } from '#server/accounts/rules/key-access.ts';
import type { Environment } from '#server/domain/environments.ts';
import { type ApiError, errors } from '#server/domain/errors.ts';
import { fromShortId } from '#server/domain/ids.ts';
import type { KeyScope } from '#server/domain/key-scopes.ts';
import { bytesOf, type GatewayRequest, header, pathOf } from '#server/http/http.ts';
import { signingHeaders } from '#server/http/request-body.ts';
import type { ApiKeyCaller } from '#server/platform/action.ts';
import { logFailure } from '#server/platform/outage.ts';
import { mayDiagnose } from '#server/platform/rate-limits/rate-limit.ts';
import { settings as readSettings, type Settings } from '#server/platform/settings.ts';
import { type FailedRequest, recognizeSigner } from './signature-doctor.ts';
import { plainBase64 } from './signing-mistakes/signature.ts';

const maxSkewSeconds = 300;

/** Parsed keys by PEM text. Parsing costs more than verifying. */
const parsedKeys = new LRUCache<string, KeyObject>({ max: 10_000 });

function parse(pem: string): KeyObject {
  const key = parsedKeys.get(pem) ?? createPublicKey(pem);
  parsedKeys.set(pem, key);
  return key;
}

/** The text that the caller signs: method, path, timestamp and the body's digest, one per line. */
export const canonicalRequest = (method: string, path: string, timestamp: string, body: Uint8Array): string =>
  `${method}\n${path}\n${timestamp}\n${createHash('sha256').update(body).digest('base64')}`;

/** The signed path. A `GET` has its parameters in the query, so its signature covers path and query as they were sent. */
const signedPathOf = ({ method, url }: GatewayRequest): string => (method === 'GET' ? url : pathOf(url));

/** Verifies off the main thread, so that a slow verification does not block other requests. */
const verifies = (key: KeyObject, text: string, signature: Buffer): Promise<boolean> =>
  new Promise((resolve) => {
    verify('RSA-SHA256', Buffer.from(text), key, signature, (error, valid) => resolve(!error && valid));
  });

/** A key of the merchant, with its access. */
export type SigningKey = Awaited<ReturnType<typeof listPublicKeys>>[number];

/**
 * Returns the caller whose key made the signature, and the key, whose access {@link admitKey} checks. Tries every key of the merchant; the key that verifies decides the
 * environment. Keys are read from the database on each call, so a deleted key fails at once on every instance.
 */
export async function authenticateApiKey(
  request: GatewayRequest,
  environment: Environment | undefined,
  settings: Settings,
  now: Date,
): Promise<{ readonly caller: ApiKeyCaller; readonly key: SigningKey }> {
  const [merchant, timestamp, signature] = signingHeaders.map((name) => header(request.headers, name));
  if (!merchant || !timestamp || !signature) throw errors.missingAuthentication();
  const merchantId = fromShortId('MER', merchant);
  const body = bytesOf(request);
  if (merchantId === undefined) throw errors.invalidSignature();
  const keys = await listPublicKeys(await merchantDatabase(settings, merchantId), merchantId);
  const bytes = isCurrent(timestamp, now) ? plainBase64(signature) : undefined;
  if (bytes) {
    const text = canonicalRequest(request.method, signedPathOf(request), timestamp, body);
    for (const key of keys) {
      if (!(await verifies(parse(key.publicKey), text, bytes))) continue;
      return { caller: { kind: 'apiKey', merchantId, keyId: key.id, environment: key.environment }, key };
    }
  }
  const testKeys = keys
    .filter((key) => key.environment === 'test' && !isKeyExpired(key, now))
    .map((key) => parse(key.publicKey));
  const refusal = errors.invalidSignature();
  const failed = readFailed({ ...request, body }, { timestamp, signature, environment }, settings, now);
  explanations.set(refusal, () => findHint(failed, merchantId, testKeys, settings));
  throw refusal;
}

/**
 * Admits a call that the key signed, and notes the use. Throws 401 for an expired key, 403 for an address outside its
 * networks or a scope that it lacks. Separate from the authentication, so that refused calls count against the key's
 * rate limit.
 */
export function admitKey(
  { caller, key }: { readonly caller: ApiKeyCaller; readonly key: SigningKey },
  { scope, address, now }: { readonly scope: KeyScope | undefined; readonly address: string; readonly now: Date },
): void {
  const refusal = keyRefusal(key, { scope, address, now });
  if (refusal) throw refusal;
  if (isUseDue(key.lastUsedAt, now)) noteUse({ ...caller, address }, now);
}

/** Diagnoses by refusal, until the refusal is answered. */
const explanations = new WeakMap<ApiError, () => Promise<string | undefined>>();

/**
 * Adds the signature doctor's hint to a failed signature; returns any other refusal unchanged. A separate step because
 * it costs more than the refusal: callers run it only within the address's rate limit.
 */
export async function explainRefusal(refusal: unknown): Promise<unknown> {
  const hint = await explanations.get(refusal as ApiError)?.();
  return hint === undefined ? refusal : errors.invalidSignature(hint);
}

/** The hint, if the caller holds one of these keys. Other callers do not use up the merchant's diagnosis limit. */
async function findHint(
  failed: FailedRequest,
  merchantId: string,
  testKeys: readonly KeyObject[],
  settings: Settings,
): Promise<string | undefined> {
  const diagnose = recognizeSigner(failed, testKeys);
  return diagnose && (await mayDiagnose(merchantId, settings)) ? diagnose()?.hint : undefined;
}

/** The request in the form that the signature doctor takes. */
function readFailed(
  received: GatewayRequest & { readonly body: Uint8Array },
  sent: Pick<FailedRequest, 'timestamp' | 'signature' | 'environment'>,
  settings: Settings,
  now: Date,
): FailedRequest {
  const { method, url, headers, body } = received;
  const path = signedPathOf(received);
  const hosts = new Set([header(headers, 'host') ?? '', new URL(settings.appUrl).host]);
  const isNow = (unixSeconds: number) => isWithinSkew(unixSeconds, now);
  const request = { method, path, query: url.slice(path.length), hosts: [...hosts].filter(Boolean), body, ...sent };
  return { ...request, isCurrent: isNow };
}

const isCurrent = (timestamp: string, now: Date): boolean =>
  /^\d{1,12}$/.test(timestamp) && isWithinSkew(Number(timestamp), now);

const isWithinSkew = (unixSeconds: number, now: Date): boolean =>
  Math.abs(Math.floor(now.getTime() / 1000) - unixSeconds) <= maxSkewSeconds;

/** The keys whose use is being saved. */
const savingUse = new Set<string>();

/** Not awaited: no request waits for it, and calls that arrive meanwhile save nothing. */
function noteUse(use: Parameters<typeof saveKeyUse>[1], now: Date): void {
  const { keyId } = use;
  if (savingUse.has(keyId)) return;
  savingUse.add(keyId);
  merchantDatabase(readSettings(), use.merchantId)
    .then((db) => saveKeyUse(db, use, now))
    .catch((error: unknown) => logFailure(error, 'could not record the use of an API key', { keyId }))
    .finally(() => savingUse.delete(keyId));
}
