import type { ApiKey } from '../../queries/merchants.ts';

/** An API key as the dashboard shows it. */
export const apiKeyObject = (key: ApiKey) => ({
  id: key.id,
  environment: key.environment,
  nickname: key.nickname,
  fingerprint: key.fingerprint,
  createdAt: key.createdAt.toISOString(),
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
});
