import { z } from 'zod';
import { uuid } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { senderRefusals } from '#server/stores/rules/sender.ts';
import { revokeSender } from '#server/stores/sender-changes.ts';
import { senderEmailObject, senderEmailOutput } from './email-object.ts';

/**
 * `sender-email/revoke-email`: gives up an address, whatever its status; the store no longer sends from it. Takes `id`
 * (UUID); gives `data.senderEmail` as it was. 403 unless owner or admin, 404 for one that is not the merchant's.
 * (commerce-api.md, "delete-store": bound emails.)
 */
export const revokeEmail = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'object',
  layer: 'email',
  input: z.object({ id: uuid() }),
  output: senderEmailOutput,
  docs: {
    summary: 'Give up an address to send from',
    refusals: senderRefusals('email'),
    example: { id: '$senderEmailId' },
  },
  async run({ tx, caller, actor, now, requireEnvironment }, { id }) {
    const sender = await revokeSender(tx, 'email', caller.merchantId, id, actor, now);
    // Emails of prod come from a bound sender; any other is an application still. A refusal undoes all of it.
    requireEnvironment(sender.status === 'bound' ? 'prod' : 'test');
    return { senderEmail: senderEmailObject(sender) };
  },
});
