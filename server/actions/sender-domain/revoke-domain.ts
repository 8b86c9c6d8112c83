import { z } from 'zod';
import { uuid } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { senderRefusals } from '#server/stores/rules/sender.ts';
import { revokeSender } from '#server/stores/sender-changes.ts';
import { senderDomainObject, senderDomainOutput } from './domain-object.ts';

/**
 * `sender-domain/revoke-domain`: gives up a domain, whatever its status; the store no longer sends from it. Takes `id`
 * (UUID); gives `data.senderDomain` as it was. 403 unless owner or admin, 404 for one that is not the merchant's.
 * (commerce-api.md, "delete-store": bound domains.)
 */
export const revokeDomain = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'object',
  layer: 'email',
  input: z.object({ id: uuid() }),
  output: senderDomainOutput,
  docs: {
    summary: 'Give up a domain to send from',
    refusals: senderRefusals('domain'),
    example: { id: '$senderDomainId' },
  },
  async run({ tx, caller, actor, now, requireEnvironment }, { id }) {
    const sender = await revokeSender(tx, 'domain', caller.merchantId, id, actor, now);
    // Emails of prod come from a bound sender; any other is an application still. A refusal undoes all of it.
    requireEnvironment(sender.status === 'bound' ? 'prod' : 'test');
    return { senderDomain: senderDomainObject(sender) };
  },
});
