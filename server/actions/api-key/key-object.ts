import { z } from 'zod';
import type { ApiKey } from '#server/accounts/data/merchants.ts';
import { environments } from '#server/domain/environments.ts';
import { shownMoment, shownUuid } from '#server/domain/fields.ts';

/** `data` of the endpoints that return a key. */
export const apiKeyOutput = z.object({
  key: z.object({
    id: shownUuid(),
    environment: z.enum(environments),
    nickname: z.string(),
    fingerprint: z.string(),
    createdAt: shownMoment(),
    lastUsedAt: shownMoment().nullable(),
  }),
});

/** An API key as the dashboard shows it. */
export const apiKeyObject = (key: ApiKey) => ({
  id: key.id,
  environment: key.environment,
  nickname: key.nickname,
  fingerprint: key.fingerprint,
  createdAt: key.createdAt.toISOString(),
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
});
