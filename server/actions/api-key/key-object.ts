import { z } from 'zod';
import type { ApiKey } from '#server/accounts/data/merchants.ts';
import { environments } from '#server/domain/environments.ts';
import { ApiError } from '#server/domain/errors.ts';
import { shownMoment, shownUuid } from '#server/domain/fields.ts';
import { keyScopes } from '#server/domain/key-scopes.ts';

/** `data` of the endpoints that return a key. */
export const apiKeyOutput = z.object({
  key: z.object({
    id: shownUuid(),
    environment: z.enum(environments),
    nickname: z.string(),
    fingerprint: z.string(),
    scopes: z.array(z.enum(keyScopes)).nullable(),
    networks: z.array(z.string()).nullable(),
    expiresAt: shownMoment().nullable(),
    createdAt: shownMoment(),
    lastUsedAt: shownMoment().nullable(),
    lastUsedAddress: z.string().nullable(),
  }),
});

/** An API key as the dashboard shows it. */
export const apiKeyObject = (key: ApiKey) => ({
  id: key.id,
  environment: key.environment,
  nickname: key.nickname,
  fingerprint: key.fingerprint,
  scopes: key.scopes,
  networks: key.networks,
  expiresAt: key.expiresAt?.toISOString() ?? null,
  createdAt: key.createdAt.toISOString(),
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  lastUsedAddress: key.lastUsedAddress,
});

export const keyNotFound = () => new ApiError(404, 'API key not found', 'user');
export const noSuchKey = keyNotFound().when('there is no such key, or it is not the merchant’s');
