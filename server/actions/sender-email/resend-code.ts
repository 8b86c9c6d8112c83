import { z } from 'zod';
import { uuid } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import {
  codeRefusals,
  nextSenderStatus,
  provenRefusal,
  requireSenderRights,
  senderRefusals,
} from '#server/stores/rules/sender.ts';
import { sendSenderCode } from '#server/stores/sender-codes.ts';
import { lockMemberSender } from '#server/stores/senders.ts';
import { senderEmailObject, senderEmailOutput } from './email-object.ts';

/**
 * `sender-email/resend-code`: emails a new code to an unverified address and voids the previous one. The limits of
 * `add-email` apply. (commerce-api.md, "delete-store": bound emails)
 */
export const resendCode = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'application',
  keyScope: 'administer',
  layer: 'email',
  input: z.object({ id: uuid() }),
  output: senderEmailOutput,
  docs: {
    summary: 'Email a new code to an unverified address',
    refusals: [provenRefusal, ...senderRefusals('email'), ...codeRefusals],
    example: { id: '$senderEmailId' },
  },
  async run({ tx, caller, now }, { id }) {
    const { store, sender } = await lockMemberSender(tx, 'email', caller.merchantId, id);
    requireSenderRights(store.role);
    // Called for its refusal: a code is useless unless the address is unverified.
    nextSenderStatus(sender.status, 'prove');
    return { senderEmail: senderEmailObject(await sendSenderCode(tx, sender, store, now)) };
  },
});
