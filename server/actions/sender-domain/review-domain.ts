import { z } from 'zod';
import { isOperator } from '#server/accounts/data/operators.ts';
import { errors } from '#server/domain/errors.ts';
import { uuid } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { decideSender } from '#server/stores/reviews.ts';
import { decisions, reviewNote } from '#server/stores/rules/review.ts';
import { senderDomainObject, senderDomainOutput } from './domain-object.ts';

/**
 * `sender-domain/review-domain` (dashboard, operators only): decides a domain that was proven, of any merchant's. Takes
 * `id` (UUID), `decision` and, needed to reject, `note` (up to 1,000 characters, for the merchant); gives
 * `data.senderDomain`, `bound` or `rejected`. 400 in any other status, 404 for whoever is no operator.
 * (commerce-api.md, "delete-store": bound domains.)
 */
export const reviewDomain = defineAction({
  callers: ['dashboard'],
  scope: 'shared',
  layer: 'email',
  input: z.object({ id: uuid(), decision: z.enum(decisions), note: reviewNote() }),
  output: senderDomainOutput,
  docs: { summary: 'Decide a domain', refusals: [], example: {} },
  async run({ tx, caller, settings, actor, now }, { id, decision, note }) {
    if (!(await isOperator(tx, caller.merchantId, settings))) throw errors.senderNotFound('domain');
    const by = { reviewedBy: caller.merchantId, actor: { kind: 'operator', by: actor.by } } as const;
    const sender = await decideSender(tx, 'domain', id, { decision, note, ...by, appUrl: settings.appUrl }, now);
    return { senderDomain: senderDomainObject(sender) };
  },
});
