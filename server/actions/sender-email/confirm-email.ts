import { z } from 'zod';
import { changeOf } from '#server/domain/changes.ts';
import { ApiError } from '#server/domain/errors.ts';
import { uuid } from '#server/domain/fields.ts';
import { recordStandingEvent } from '#server/events/data/events.ts';
import { defineAction } from '#server/platform/action.ts';
import {
  maxCodeAttempts,
  nextSenderStatus,
  requireSenderRights,
  senderCode,
  senderRefusals,
} from '#server/stores/rules/sender.ts';
import { isCodeOf } from '#server/stores/rules/sender-code.ts';
import { lockMemberSender, updateSender } from '#server/stores/senders.ts';
import { senderEmailObject, senderEmailOutput } from './email-object.ts';

/**
 * `sender-email/confirm-email`: proves an address with the code that was emailed there. Takes `id` (UUID) and `code`
 * (six digits); gives `data.senderEmail`, `in_review`: an operator decides next. 400 for a wrong code, of which five
 * make the right one void too, for one older than 30 minutes and for an address that is proven; 403 unless owner or
 * admin, 404 for one that is not the merchant's. (commerce-api.md, "delete-store": bound emails.)
 */
export const confirmEmail = defineAction({
  callers: ['apiKey', 'dashboard'],
  reach: 'application',
  layer: 'email',
  input: z.object({ id: uuid(), code: senderCode() }),
  output: senderEmailOutput,
  docs: {
    summary: 'Prove an address with the code that was emailed there',
    refusals: [
      { status: 400, message: 'A sender that is <status> cannot be proven', when: 'it has been proven already' },
      { status: 400, message: 'The code is wrong', when: 'it is another code' },
      { status: 400, message: 'The code has expired, ask for a new one', when: 'it is older than 30 minutes' },
      { status: 400, message: 'Too many wrong codes, ask for a new one', when: 'five wrong ones were sent' },
      ...senderRefusals('email'),
    ],
    example: { id: '$senderEmailId', code: '$senderCode' },
  },
  async run({ tx, caller, actor, now }, { id, code }) {
    const { store, sender } = await lockMemberSender(tx, 'email', caller.merchantId, id);
    requireSenderRights(store.role);
    const status = nextSenderStatus(sender.status, 'prove');
    if (sender.codeAttempts >= maxCodeAttempts) throw refuse('Too many wrong codes, ask for a new one');
    if (!sender.codeDigest || !sender.codeExpiresAt || sender.codeExpiresAt <= now) {
      throw refuse('The code has expired, ask for a new one');
    }
    if (!isCodeOf(sender.id, code, sender.codeDigest)) {
      await updateSender(tx, 'email', sender, { codeAttempts: sender.codeAttempts + 1 }, now);
      // The guess has to count although the call is refused.
      throw new ApiError(400, 'The code is wrong', 'email', { keepsWrites: true });
    }
    const proven = { status, codeDigest: null, codeExpiresAt: null, codeAttempts: 0 };
    const saved = await updateSender(tx, 'email', sender, proven, now);
    const changes = changeOf('status', sender.status, status);
    const event = { type: 'sender.proven', objectId: sender.id, changes } as const;
    await recordStandingEvent(tx, store, actor, event, now);
    return { senderEmail: senderEmailObject(saved) };
  },
});

const refuse = (message: string) => new ApiError(400, message, 'email');
