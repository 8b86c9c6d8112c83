import { z } from 'zod';
import { uuid } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { senderRefusals } from '#server/stores/rules/sender.ts';
import { revokeSender } from '#server/stores/sender-changes.ts';
import { senderDomainObject, senderDomainOutput } from './domain-object.ts';

/**
 * `sender-domain/revoke-domain`: removes a domain in any status. The store no longer sends from it. (commerce-api.md,
 * "delete-store": bound domains)
 */
export const revokeDomain = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'object',
  keyScope: 'administer',
  layer: 'email',
  input: z.object({ id: uuid() }),
  output: senderDomainOutput,
  docs: {
    summary: 'Remove a sender domain',
    refusals: senderRefusals('domain'),
    example: { id: '$senderDomainId' },
  },
  async run({ tx, caller, actor, now, requireEnvironment }, { id }) {
    const sender = await revokeSender(tx, 'domain', caller.merchantId, id, actor, now);
    // A bound sender is used for prod emails; any other is still an application. A refusal rolls everything back.
    requireEnvironment(sender.status === 'bound' ? 'prod' : 'test');
    return { senderDomain: senderDomainObject(sender) };
  },
});
