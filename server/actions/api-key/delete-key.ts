import { z } from 'zod';
import { deleteApiKey } from '#server/accounts/data/merchants.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { uuid } from '#server/domain/fields.ts';
import { apiKeyFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction } from '#server/platform/action.ts';
import { apiKeyObject, apiKeyOutput, keyNotFound, noSuchKey } from './key-object.ts';

/**
 * `api-key/delete-key` (dashboard only): deletes a key permanently. The next request signed with it fails with 401.
 * (commerce-api.md, "API Key signing")
 */
export const deleteKey = defineAction({
  callers: ['dashboard'],
  scope: 'object',
  layer: 'user',
  input: z.object({ id: uuid() }),
  output: apiKeyOutput,
  docs: { summary: 'Delete an API key', refusals: [noSuchKey], example: { id: '$apiKeyId' } },
  async run({ tx, caller, actor, now, requireEnvironment }, { id }) {
    const key = await deleteApiKey(tx, caller.merchantId, id);
    if (!key) throw keyNotFound();
    requireEnvironment(key.environment);
    const data = { nickname: key.nickname, fingerprint: key.fingerprint };
    const changes = changesBetween(apiKeyFacts(key), null);
    const event = { type: 'api_key.deleted', objectId: key.id, data, changes } as const;
    await recordEvent(
      tx,
      { merchantId: caller.merchantId, storeId: null, environment: key.environment, actor, ...event },
      now,
    );
    return { key: apiKeyObject(key) };
  },
});
