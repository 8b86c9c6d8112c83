import { z } from 'zod';
import { isOperator } from '#server/accounts/data/operators.ts';
import { errors } from '#server/domain/errors.ts';
import { uuid } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { decideSender } from '#server/stores/reviews.ts';
import { decisions, reviewNote } from '#server/stores/rules/review.ts';
import { senderEmailObject, senderEmailOutput } from './email-object.ts';

/**
 * `sender-email/review-email` (dashboard, operators only): decides an address that was proven, of any merchant's. Takes
 * `id` (UUID), `decision` and, needed to reject, `note` (up to 1,000 characters, for the merchant); gives
 * `data.senderEmail`, `bound` or `rejected`. 400 in any other status, 404 for whoever is no operator.
 * (commerce-api.md, "delete-store": bound emails.)
 */
export const reviewEmail = defineAction({
  callers: ['dashboard'],
  scope: 'shared',
  layer: 'email',
  input: z.object({ id: uuid(), decision: z.enum(decisions), note: reviewNote() }),
  output: senderEmailOutput,
  docs: { summary: 'Decide an address', refusals: [], example: {} },
  async run({ tx, caller, settings, actor, now }, { id, decision, note }) {
    if (!(await isOperator(tx, caller.merchantId, settings))) throw errors.senderNotFound('email');
    const by = { reviewedBy: caller.merchantId, actor: { kind: 'operator', by: actor.by } } as const;
    const sender = await decideSender(tx, 'email', id, { decision, note, ...by, appUrl: settings.appUrl }, now);
    return { senderEmail: senderEmailObject(sender) };
  },
});
