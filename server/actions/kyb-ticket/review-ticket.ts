import { z } from 'zod';
import { isOperator } from '#server/accounts/data/operators.ts';
import { errors } from '#server/domain/errors.ts';
import { shortId } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';
import { decideTicket } from '#server/stores/reviews.ts';
import { decisions, reviewNote } from '#server/stores/rules/review.ts';
import { ticketObject, ticketOutput } from './ticket-object.ts';

/**
 * `kyb-ticket/review-ticket` (dashboard, operators only): approves or rejects any merchant's ticket. Approval enables
 * the store for prod in the same transaction. The merchant gets an email either way. Answers 404 to non-operators.
 * (commerce-api.md, "delete-store": KYB tickets)
 */
export const reviewTicket = defineAction({
  callers: ['dashboard'],
  scope: 'shared',
  layer: 'ticket',
  input: z.object({ id: shortId('TKT'), decision: z.enum(decisions), note: reviewNote() }),
  output: ticketOutput,
  docs: { summary: 'Approve or reject a KYB ticket', refusals: [], example: {} },
  async run({ tx, caller, settings, actor, now }, { id, decision, note }) {
    if (!(await isOperator(tx, caller.merchantId, settings))) throw errors.ticketNotFound();
    const by = { reviewedBy: caller.merchantId, actor: { kind: 'operator', by: actor.by } } as const;
    const ticket = await decideTicket(tx, id, { decision, note, ...by }, now);
    return { ticket: ticketObject(ticket) };
  },
});
