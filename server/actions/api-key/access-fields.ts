/** The fields of a key's access, for the endpoints that set them. Null means "no restriction". */
import { z } from 'zod';
import { type KeyAccess, maxKeyNetworks, normalizeNetwork } from '#server/accounts/rules/key-access.ts';
import { ApiError } from '#server/domain/errors.ts';
import { keyScopes } from '#server/domain/key-scopes.ts';
import { momentField } from '#server/stores/rules/test-clock.ts';

export const nickname = () => z.string().trim().min(1).max(64);

/** An empty list is refused: it could mean no access as well as all. */
const scopes = z
  .array(z.enum(keyScopes))
  .min(1, { error: 'Invalid scopes: must have at least 1 item; null allows all' })
  .max(keyScopes.length)
  .transform((chosen) => keyScopes.filter((scope) => chosen.includes(scope)));

const networks = z
  .array(z.string())
  .min(1, { error: 'Invalid networks: must have at least 1 item; null allows all' })
  .max(maxKeyNetworks)
  .transform((texts, ctx) => {
    const normalized = texts.map((text, index) => {
      const read = normalizeNetwork(text);
      if ('network' in read) return read.network;
      const message = `Invalid networks.${index}: ${read.problem}`;
      ctx.issues.push({ code: 'custom', message, input: text, path: [index] });
      return z.NEVER;
    });
    return [...new Set(normalized)];
  });

export const accessFields = {
  scopes: scopes.nullable().optional(),
  networks: networks.nullable().optional(),
  expiresAt: momentField('expiresAt').nullable().optional(),
};

/** Throws 400 for a new expiry that is not in the future. */
export function requireFutureExpiry(expiresAt: KeyAccess['expiresAt'] | undefined, now: Date): void {
  if (expiresAt && expiresAt <= now) {
    throw new ApiError(400, 'Invalid expiresAt: must be in the future', 'user', {
      code: 'invalid_field',
      path: 'expiresAt',
    });
  }
}
