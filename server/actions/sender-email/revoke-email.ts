import { z } from 'zod';
import { uuid } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { senderRefusals } from '#server/stores/rules/sender.ts';
import { revokeSender } from '#server/stores/sender-changes.ts';
import { senderEmailObject, senderEmailOutput } from './email-object.ts';

/**
 * `sender-email/revoke-email`: removes an address in any status. The store no longer sends from it. (commerce-api.md,
 * "delete-store": bound emails)
 */
export const revokeEmail = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'object',
  keyScope: 'administer',
  layer: 'email',
  input: z.object({ id: uuid() }),
  output: senderEmailOutput,
  docs: {
    summary: 'Remove a sender address',
    refusals: senderRefusals('email'),
    example: { id: '$senderEmailId' },
  },
  async run({ tx, caller, actor, now, requireEnvironment }, { id }) {
    const sender = await revokeSender(tx, 'email', caller.merchantId, id, actor, now);
    // A bound sender is used for prod emails; any other is still an application. A refusal rolls everything back.
    requireEnvironment(sender.status === 'bound' ? 'prod' : 'test');
    return { senderEmail: senderEmailObject(sender) };
  },
});
