/** GET /v1/webhook-keys: the public halves of the keys that sign webhooks. (decisions.md, "Webhooks") */
import { createPublicKey } from 'node:crypto';
import { database } from '#db/client.ts';
import { type Environment, environments, isEnvironment } from '#server/domain/environments.ts';
import { ApiError, echo, errors } from '#server/domain/errors.ts';
import { successBody } from '#server/http/envelope.ts';
import type { GatewayRequest } from '#server/http/http.ts';
import type { Reply } from '#server/http/reply.ts';
import { readClock } from '#server/platform/clock.ts';
import { countAnonymousCall } from '#server/platform/rate-limits/rate-limit.ts';
import type { Settings } from '#server/platform/settings.ts';
import type { PublicWebhookKey } from '#server/webhooks/data/webhook-keys.ts';
import { ensureWebhookKeys } from '#server/webhooks/keys.ts';
import { signingKeyOf } from '#server/webhooks/rules/webhook-key.ts';

export const webhookKeysPath = '/v1/webhook-keys';

/** Short enough for a new key to be everywhere long before it signs, and for a stolen key to disappear soon. */
const cached = { 'Cache-Control': 'public, max-age=300, no-transform' };

/**
 * Answers with all published keys, or those selected by `?environment=` and `?id=`. The answer is the envelope, or with
 * `?format=jwks` or `pem` the bare document of one environment. Throws 400 for an unknown environment or format, 404
 * `Webhook key not found`.
 */
export async function answerWebhookKeys(request: GatewayRequest, reply: Reply, settings: Settings): Promise<void> {
  reply.count(await countAnonymousCall(request.address, settings));
  if (request.method !== 'GET' && request.method !== 'HEAD') throw errors.methodNotAllowed('GET');
  const { environment, format, id } = readQuery(request.url);
  const now = readClock();
  const published = await ensureWebhookKeys(database(settings).db, settings.appSecret, now);
  const chosen = published.filter(
    (key) => (id === undefined || key.id === id) && (environment === undefined || key.environment === environment),
  );
  if (chosen.length === 0) throw new ApiError(404, 'Webhook key not found', 'gateway');
  // The signing key comes first, because some readers use only the first key.
  const keys = environments.flatMap((one) =>
    signingFirst(
      chosen.filter((key) => key.environment === one),
      now,
    ),
  );
  if (format === 'pem') {
    reply.send(200, keys.map(({ publicKey }) => publicKey).join(''), {
      ...cached,
      'Content-Type': 'text/plain; charset=utf-8',
    });
  } else if (format === 'jwks') {
    reply.send(200, JSON.stringify(jwksOf(keys)), { ...cached, 'Content-Type': 'application/jwk-set+json' });
  } else {
    const shown = environments.filter((one) => keys.some((key) => key.environment === one));
    const data = Object.fromEntries(shown.map((one) => [one, describe(keys.filter((key) => key.environment === one))]));
    reply.send(200, successBody(data, []), cached);
  }
}

interface Query {
  readonly environment: Environment | undefined;
  readonly format: 'json' | 'jwks' | 'pem';
  readonly id: string | undefined;
}

function readQuery(url: string): Query {
  const query = new URLSearchParams(url.split('?')[1]);
  const environment = query.get('environment') ?? undefined;
  const format = query.get('format') ?? 'json';
  const id = query.get('id') ?? undefined;
  if (environment !== undefined && !isEnvironment(environment)) {
    throw new ApiError(400, `Invalid environment: must be test or prod, got ${echo(environment)}`, 'gateway');
  }
  if (format !== 'json' && format !== 'jwks' && format !== 'pem') {
    throw new ApiError(400, `Invalid format: must be json, jwks or pem, got ${echo(format)}`, 'gateway');
  }
  // A receiver that trusted the keys of both environments would take test events for real ones.
  if (format !== 'json' && environment === undefined && id === undefined) {
    throw new ApiError(400, 'Missing required parameter: environment', 'gateway');
  }
  return { environment, format, id };
}

function signingFirst(keys: readonly PublicWebhookKey[], now: Date): PublicWebhookKey[] {
  const signing = signingKeyOf(keys, now);
  return signing ? [signing, ...keys.filter((key) => key !== signing)] : [...keys];
}

const describe = (keys: readonly PublicWebhookKey[]) => ({
  pem: keys[0]?.publicKey,
  jwks: jwksOf(keys),
  keys: keys.map((key) => ({
    id: key.id,
    publicKey: key.publicKey,
    jwk: jwkOf(key),
    signsFrom: key.signsFrom.toISOString(),
    publishedUntil: key.publishedUntil?.toISOString() ?? null,
  })),
});

const jwksOf = (keys: readonly PublicWebhookKey[]) => ({ keys: keys.map(jwkOf) });

const jwkOf = ({ id, publicKey }: PublicWebhookKey) => {
  const { kty, n, e } = createPublicKey(publicKey).export({ format: 'jwk' });
  return { kty, n, e, kid: id, use: 'sig', alg: 'RS256' };
};
