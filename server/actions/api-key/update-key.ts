import { z } from 'zod';
import { lockApiKey, updateApiKey } from '#server/accounts/data/merchants.ts';
import { knownExpiry } from '#server/accounts/rules/key-access.ts';
import { changedFields, changesBetween, isUnchanged } from '#server/domain/changes.ts';
import { uuid } from '#server/domain/fields.ts';
import { apiKeyFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction } from '#server/platform/action.ts';
import { accessFields, nickname, requireFutureExpiry } from './access-fields.ts';
import { apiKeyObject, apiKeyOutput, keyNotFound, noSuchKey } from './key-object.ts';

/**
 * `api-key/update-key` (dashboard only): changes a key's nickname, scopes, networks and expiry; null removes a
 * restriction. It takes effect with the next call. Any change of a `prod` key but its nickname needs a sign-in within
 * 10 minutes.
 */
export const updateKey = defineAction({
  callers: ['dashboard'],
  scope: 'object',
  layer: 'user',
  isUpdate: true,
  input: z.object({ id: uuid(), nickname: nickname().optional(), ...accessFields }),
  output: apiKeyOutput,
  docs: { summary: 'Change an API key', refusals: [noSuchKey], example: { id: '$apiKeyId', scopes: ['read', 'sell'] } },
  async run(context, { id, ...fields }) {
    const { tx, caller, actor, now } = context;
    const key = await lockApiKey(tx, caller.merchantId, id);
    if (!key) throw keyNotFound();
    context.requireEnvironment(key.environment);
    const changes = changedFields(key, fields);
    if (isUnchanged(changes)) return { key: apiKeyObject(key) };
    requireFutureExpiry(changes.expiresAt, now);
    const changed = Object.keys(changes);
    if (key.environment === 'prod' && changed.some((name) => name !== 'nickname')) context.requireFreshSignIn();
    const { expiresAt } = changes;
    const warned = expiresAt === undefined ? {} : { expiryWarnedFor: knownExpiry({ expiresAt }, now) };
    const saved = await updateApiKey(tx, key, { ...changes, ...warned });
    const event = {
      type: 'api_key.updated',
      objectId: key.id,
      data: { nickname: saved.nickname, fingerprint: key.fingerprint, changed },
      changes: changesBetween(apiKeyFacts(key), apiKeyFacts(saved)),
    } as const;
    const scope = { merchantId: caller.merchantId, storeId: null, environment: key.environment };
    await recordEvent(tx, { ...scope, actor, ...event }, now);
    return { key: apiKeyObject(saved) };
  },
});
