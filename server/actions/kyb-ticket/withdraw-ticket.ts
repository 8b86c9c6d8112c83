import { z } from 'zod';
import { changeOf } from '#server/domain/changes.ts';
import { errors } from '#server/domain/errors.ts';
import { shortId } from '#server/domain/fields.ts';
import { recordStandingEvent } from '#server/events/data/events.ts';
import { defineAction } from '#server/platform/action.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { findTicketStore, lockTicket, saveTicketDecision } from '#server/stores/kyb-tickets.ts';
import { decidedRefusal, nextKybStatus, requireVerifyRights, verifyRefusal } from '#server/stores/rules/kyb-ticket.ts';
import { withdrawnNote } from '#server/stores/rules/review.ts';
import { lockMemberStore } from '#server/stores/stores.ts';
import { ticketObject, ticketOutput } from './ticket-object.ts';

/**
 * `kyb-ticket/withdraw-ticket`: withdraws a pending ticket, so that another can be sent. Its status becomes `rejected`
 * with the note "Withdrawn by the merchant". (commerce-api.md, "delete-store": KYB tickets)
 */
export const withdrawTicket = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'shared',
  keyScope: 'administer',
  layer: 'ticket',
  input: z.object({ id: shortId('TKT') }),
  output: ticketOutput,
  docs: {
    summary: 'Withdraw a pending KYB ticket',
    refusals: [
      decidedRefusal,
      verifyRefusal,
      errors.ticketNotFound().when('there is no such ticket, or it is not the merchant’s'),
    ],
    example: { id: '$kybTicketId' },
  },
  async run({ tx, caller, actor, now }, { id }) {
    const storeId = await findTicketStore(tx, caller.merchantId, id);
    if (storeId === undefined) throw errors.ticketNotFound();
    const store = await lockMemberStore(tx, caller.merchantId, storeId);
    requireVerifyRights(store.role);
    const ticket = await lockTicket(tx, scopeOfStore(store), id);
    const decision = {
      status: nextKybStatus(ticket.status, 'reject'),
      reviewedBy: null,
      reviewNote: withdrawnNote,
    };
    const saved = await saveTicketDecision(tx, ticket, decision, now);
    const data = { withdrawn: true };
    const changes = changeOf('status', ticket.status, saved.status);
    const event = {
      type: 'kyb_ticket.rejected',
      objectId: ticket.id,
      data,
      changes,
    } as const;
    await recordStandingEvent(tx, store, actor, event, now);
    return { ticket: ticketObject(saved) };
  },
});
