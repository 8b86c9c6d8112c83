import { z } from 'zod';
import { changesBetween } from '#server/domain/changes.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { shortId } from '#server/domain/fields.ts';
import { recordStandingEvent } from '#server/events/data/events.ts';
import { defineAction } from '#server/platform/action.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { findOpenTicket, insertTicket } from '#server/stores/kyb-tickets.ts';
import { businessDetails, requireVerifyRights, verifyRefusal } from '#server/stores/rules/kyb-ticket.ts';
import { lockMemberStore } from '#server/stores/stores.ts';
import { ticketObject, ticketOutput } from './ticket-object.ts';

const alreadyEnabled = () => new ApiError(400, 'This store already sells in prod', 'ticket');
const alreadyPending = () => new ApiError(400, 'This store already has a pending ticket', 'ticket');

/**
 * `kyb-ticket/create-ticket`: submits the business behind a store for verification by an operator. (commerce-api.md,
 * "delete-store": KYB tickets)
 */
export const createTicket = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'application',
  keyScope: 'administer',
  layer: 'ticket',
  input: z.object({ storeId: shortId('STO'), ...businessDetails() }),
  output: ticketOutput,
  docs: {
    summary: 'Submit business details to get a store enabled for prod',
    refusals: [
      alreadyEnabled().when('the store already accepts live payments'),
      alreadyPending().when('the store has a pending ticket'),
      verifyRefusal,
      errors.storeNotFound().when('there is no such store, or it is not the merchant’s'),
    ],
    example: {
      storeId: '$storeId',
      legalName: 'Kettle & Crema GmbH',
      country: 'DE',
      registrationNumber: 'HRB 123456',
      address: 'Lange Straße 1\n10243 Berlin',
      website: 'https://example.com',
      contactName: 'Ana Merchant',
      contactEmail: 'ana@example.com',
      description: 'Handbooks and courses on espresso, sold as downloads to home baristas.',
    },
  },
  async run({ tx, caller, actor, now }, { storeId, ...details }) {
    const store = await lockMemberStore(tx, caller.merchantId, storeId);
    requireVerifyRights(store.role);
    if (store.prodEnabled) throw alreadyEnabled();
    if (await findOpenTicket(tx, scopeOfStore(store))) throw alreadyPending();
    const ticket = await insertTicket(tx, store, details, now);
    const changes = changesBetween(null, { status: ticket.status });
    const event = { type: 'kyb_ticket.created', objectId: ticket.id, changes } as const;
    await recordStandingEvent(tx, store, actor, event, now);
    return { ticket: ticketObject(ticket) };
  },
});
