import { z } from 'zod';
import { changeOf } from '#server/domain/changes.ts';
import { ApiError } from '#server/domain/errors.ts';
import { uuid } from '#server/domain/fields.ts';
import { recordStandingEvent } from '#server/events/data/events.ts';
import { defineAction } from '#server/platform/action.ts';
import {
  maxCodeAttempts,
  nextSenderStatus,
  provenRefusal,
  requireSenderRights,
  senderCode,
  senderRefusals,
} from '#server/stores/rules/sender.ts';
import { isCodeOf } from '#server/stores/rules/sender-code.ts';
import { lockMemberSender, updateSender } from '#server/stores/senders.ts';
import { senderEmailObject, senderEmailOutput } from './email-object.ts';

const wrongCode = () =>
  new ApiError(400, 'The code is incorrect', 'email', { code: 'wrong_code', path: 'code', keepsWrites: true });
const expiredCode = () =>
  new ApiError(400, 'The code has expired; request a new one', 'email', { code: 'code_expired', path: 'code' });
const tooManyWrong = () =>
  new ApiError(400, 'Too many incorrect codes; request a new one', 'email', {
    code: 'too_many_wrong_codes',
    path: 'code',
  });

/**
 * `sender-email/confirm-email`: verifies an address with the emailed code. An operator decides next. Five wrong codes
 * void the correct one. (commerce-api.md, "delete-store": bound emails)
 */
export const confirmEmail = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'application',
  keyScope: 'administer',
  layer: 'email',
  input: z.object({ id: uuid(), code: senderCode() }),
  output: senderEmailOutput,
  docs: {
    summary: 'Verify a sender address with the emailed code',
    refusals: [
      provenRefusal,
      wrongCode().when('the code is incorrect'),
      expiredCode().when('the code is older than 30 minutes'),
      tooManyWrong().when('five incorrect codes were sent'),
      ...senderRefusals('email'),
    ],
    example: { id: '$senderEmailId', code: '$senderCode' },
  },
  async run({ tx, caller, actor, now }, { id, code }) {
    const { store, sender } = await lockMemberSender(tx, 'email', caller.merchantId, id);
    requireSenderRights(store.role);
    const status = nextSenderStatus(sender.status, 'prove');
    if (sender.codeAttempts >= maxCodeAttempts) throw tooManyWrong();
    if (!sender.codeDigest || !sender.codeExpiresAt || sender.codeExpiresAt <= now) {
      throw expiredCode();
    }
    if (!isCodeOf(sender.id, code, sender.codeDigest)) {
      await updateSender(tx, 'email', sender, { codeAttempts: sender.codeAttempts + 1 }, now);
      // The attempt must count although the call is refused.
      throw wrongCode();
    }
    const proven = { status, codeDigest: null, codeExpiresAt: null, codeAttempts: 0 };
    const saved = await updateSender(tx, 'email', sender, proven, now);
    const changes = changeOf('status', sender.status, status);
    const event = { type: 'sender.proven', objectId: sender.id, changes } as const;
    await recordStandingEvent(tx, store, actor, event, now);
    return { senderEmail: senderEmailObject(saved) };
  },
});
