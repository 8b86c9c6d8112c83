import { z } from 'zod';
import { isOperator } from '#server/accounts/data/operators.ts';
import { errors } from '#server/domain/errors.ts';
import { uuid } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { decideSender } from '#server/stores/reviews.ts';
import { decisions, reviewNote } from '#server/stores/rules/review.ts';
import { senderEmailObject, senderEmailOutput } from './email-object.ts';

/**
 * `sender-email/review-email` (dashboard, operators only): approves or rejects any merchant's address. Answers 404 to
 * non-operators. (commerce-api.md, "delete-store": bound emails)
 */
export const reviewEmail = defineAction({
  callers: ['dashboard'],
  scope: 'shared',
  layer: 'email',
  input: z.object({ id: uuid(), decision: z.enum(decisions), note: reviewNote() }),
  output: senderEmailOutput,
  docs: { summary: 'Approve or reject an address', refusals: [], example: {} },
  async run({ tx, caller, settings, actor, now }, { id, decision, note }) {
    if (!(await isOperator(tx, caller.merchantId, settings))) throw errors.senderNotFound('email');
    const by = { reviewedBy: caller.merchantId, actor: { kind: 'operator', by: actor.by } } as const;
    const sender = await decideSender(tx, 'email', id, { decision, note, ...by }, now);
    return { senderEmail: senderEmailObject(sender) };
  },
});
