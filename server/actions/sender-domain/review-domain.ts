import { z } from 'zod';
import { isOperator } from '#server/accounts/data/operators.ts';
import { errors } from '#server/domain/errors.ts';
import { uuid } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { decideSender } from '#server/stores/reviews.ts';
import { decisions, reviewNote } from '#server/stores/rules/review.ts';
import { senderDomainObject, senderDomainOutput } from './domain-object.ts';

/**
 * `sender-domain/review-domain` (dashboard, operators only): approves or rejects any merchant's verified domain.
 * Answers 404 to non-operators. (commerce-api.md, "delete-store": bound domains)
 */
export const reviewDomain = defineAction({
  callers: ['dashboard'],
  scope: 'shared',
  layer: 'email',
  input: z.object({ id: uuid(), decision: z.enum(decisions), note: reviewNote() }),
  output: senderDomainOutput,
  docs: { summary: 'Approve or reject a domain', refusals: [], example: {} },
  async run({ tx, caller, settings, actor, now }, { id, decision, note }) {
    if (!(await isOperator(tx, caller.merchantId, settings))) throw errors.senderNotFound('domain');
    const by = { reviewedBy: caller.merchantId, actor: { kind: 'operator', by: actor.by } } as const;
    const sender = await decideSender(tx, 'domain', id, { decision, note, ...by }, now);
    return { senderDomain: senderDomainObject(sender) };
  },
});
