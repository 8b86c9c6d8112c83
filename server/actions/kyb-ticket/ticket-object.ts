import { z } from 'zod';
import { shownId, shownMoment } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import type { KybTicket } from '#server/stores/kyb-tickets.ts';
import { kybStatuses } from '#server/stores/rules/kyb-ticket.ts';

/** `data` of the endpoints that return a ticket. */
export const ticketOutput = z.object({
  ticket: z
    .object({
      id: shownId('TKT'),
      storeId: shownId('STO'),
      status: z.enum(kybStatuses),
      legalName: z.string(),
      country: z.string(),
      registrationNumber: z.string(),
      address: z.string(),
      website: z.string(),
      contactName: z.string(),
      contactEmail: z.string(),
      description: z.string(),
      reviewNote: z.string().nullable(),
      createdAt: shownMoment(),
      updatedAt: shownMoment(),
      reviewedAt: shownMoment().nullable(),
    })
    .meta({ schemaName: 'KybTicket' }),
});

/** A ticket as its merchant sees it, without the operator. */
export const ticketObject = ({ details, ...ticket }: KybTicket) => ({
  id: toShortId('TKT', ticket.id),
  storeId: toShortId('STO', ticket.storeId),
  status: ticket.status,
  legalName: details.legalName,
  country: details.country,
  registrationNumber: details.registrationNumber,
  address: details.address,
  website: details.website,
  contactName: details.contactName,
  contactEmail: details.contactEmail,
  description: details.description,
  reviewNote: ticket.reviewNote,
  createdAt: ticket.createdAt.toISOString(),
  updatedAt: ticket.updatedAt.toISOString(),
  reviewedAt: ticket.reviewedAt?.toISOString() ?? null,
});
