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
 * `sender-email/resend-code`: emails a new code to an unproven address; the one before it is void. Takes `id` (UUID);
 * gives `data.senderEmail` with the new code's end. 400 for an address that is proven, 429 within a minute of the last
 * code and for a sixth within 24 hours, 403 unless owner or admin, 404 for one that is not the merchant's. (commerce-api.md, "delete-store": bound
 * emails.)
 */
export const resendCode = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'application',
  layer: 'email',
  input: z.object({ id: uuid() }),
  output: senderEmailOutput,
  docs: {
    summary: 'Email a new code to an unproven address',
    refusals: [provenRefusal, ...senderRefusals('email'), ...codeRefusals],
    example: { id: '$senderEmailId' },
  },
  async run({ tx, caller, now }, { id }) {
    const { store, sender } = await lockMemberSender(tx, 'email', caller.merchantId, id);
    requireSenderRights(store.role);
    // Asked for the refusal: where it could not be proven, a code would be of no use.
    nextSenderStatus(sender.status, 'prove');
    return { senderEmail: senderEmailObject(await sendSenderCode(tx, sender, store, now)) };
  },
});
