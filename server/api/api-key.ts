/**
 * Requests signed with a merchant's RSA key. (commerce-api.md, "API Key signing".)
 * Whatever is wrong with one, the answer is the same 401 `Invalid signature`; only to who holds a test key of the
 * merchant's does the signature doctor say what it was.
 */

import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database } from '#db/client.ts';
import { listPublicKeys, touchApiKey } from '#server/accounts/data/merchants.ts';
import type { Environment } from '#server/domain/environments.ts';
import { type ApiError, errors } from '#server/domain/errors.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { bytesOf, type GatewayRequest, header, pathOf } from '#server/http/http.ts';
import { signingHeaders } from '#server/http/request-body.ts';
import type { ApiKeyCaller } from '#server/platform/action.ts';
import { logFailure } from '#server/platform/outage.ts';
import { mayDiagnose } from '#server/platform/rate-limits/rate-limit.ts';
import type { Settings } from '#server/platform/settings.ts';
import { type FailedRequest, recognizeSigner } from './signature-doctor.ts';
import { plainBase64 } from './signing-mistakes/signature.ts';

const maxSkewSeconds = 300;
const lastUsedResolutionMs = 60_000;

/** Parsed keys by their PEM text: parsing costs more than verifying. */
const parsedKeys = new LRUCache<string, KeyObject>({ max: 10_000 });

function parse(pem: string): KeyObject {
  const key = parsedKeys.get(pem) ?? createPublicKey(pem);
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
export async function authenticateApiKey(
  db: Database,
  request: GatewayRequest,
  environment: Environment | undefined,
  settings: Settings,
  now: Date,
): Promise<ApiKeyCaller> {
  const [merchant, timestamp, signature] = signingHeaders.map((name) => header(request.headers, name));
  if (!merchant || !timestamp || !signature) throw errors.missingAuthentication();
  const merchantId = fromShortId('MER', merchant);
  const body = bytesOf(request);
  if (merchantId === undefined) throw errors.invalidSignature();
  const keys = await listPublicKeys(db, merchantId);
  const bytes = isCurrent(timestamp, now) ? plainBase64(signature) : undefined;
  if (bytes) {
    const text = canonicalRequest(request.method, pathOf(request.url), timestamp, body);
    for (const key of keys) {
      if (!(await verifies(parse(key.publicKey), text, bytes))) continue;
      if (now.getTime() - (key.lastUsedAt?.getTime() ?? 0) > lastUsedResolutionMs) noteUse(db, key.id, now);
      return { kind: 'apiKey', merchantId, keyId: key.id, environment: key.environment };
    }
  }
  const testKeys = keys.filter((key) => key.environment === 'test').map((key) => parse(key.publicKey));
  const refusal = errors.invalidSignature();
  const failed = readFailed({ ...request, body }, { timestamp, signature, environment }, settings, now);
  explanations.set(refusal, () => findHint(failed, merchantId, testKeys, settings));
  throw refusal;
}

/** What the signature doctor can say of a refusal, for as long as that is on its way to the caller. */
const explanations = new WeakMap<ApiError, () => Promise<string | undefined>>();

/**
 * The refusal of a failed signature with the signature doctor's hint, where there is one; any other as it is. Asked for
 * apart, as it costs more than the refusal: only for a call that is within its address's limit.
 */
export async function explainRefusal(refusal: unknown): Promise<unknown> {
  const hint = await explanations.get(refusal as ApiError)?.();
  return hint === undefined ? refusal : errors.invalidSignature(hint);
}

/** The hint for a holder of one of these keys. Nobody else uses up what the merchant may ask. */
async function findHint(
  failed: FailedRequest,
  merchantId: string,
  testKeys: readonly KeyObject[],
  settings: Settings,
): Promise<string | undefined> {
  const diagnose = recognizeSigner(failed, testKeys);
  return diagnose && (await mayDiagnose(merchantId, settings)) ? diagnose()?.hint : undefined;
}

/** The request as the doctor looks at it. */
function readFailed(
  { method, url, headers, body }: GatewayRequest & { readonly body: Uint8Array },
  sent: Pick<FailedRequest, 'timestamp' | 'signature' | 'environment'>,
  settings: Settings,
  now: Date,
): FailedRequest {
  const path = pathOf(url);
  const hosts = new Set([header(headers, 'host') ?? '', new URL(settings.appUrl).host]);
  const isNow = (unixSeconds: number) => isWithinSkew(unixSeconds, now);
  const request = { method, path, query: url.slice(path.length), hosts: [...hosts].filter(Boolean), body, ...sent };
  return { ...request, isCurrent: isNow };
}

const isCurrent = (timestamp: string, now: Date): boolean =>
  /^\d{1,12}$/.test(timestamp) && isWithinSkew(Number(timestamp), now);

const isWithinSkew = (unixSeconds: number, now: Date): boolean =>
  Math.abs(Math.floor(now.getTime() / 1000) - unixSeconds) <= maxSkewSeconds;

/** Beside the request, not in it: when a key was last used is worth a write a minute, and no waiting. */
function noteUse(db: Database, keyId: string, now: Date): void {
  touchApiKey(db, keyId, now).catch((error: unknown) => logFailure(error, 'key use not noted', { keyId }));
}
