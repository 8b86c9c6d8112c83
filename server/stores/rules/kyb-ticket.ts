/**
 * Business verification ("know your business"): the details of the business behind a store. An operator decides; a ticket
 * that succeeds enables the store for `prod`.
 */
import { z } from 'zod';
import { ApiError, errors } from '#server/domain/errors.ts';
import { emailAddress, requiredText, webAddress } from '#server/domain/fields.ts';
import { countryCodes } from '#server/domain/regions.ts';
import { followOrRefuse, type Transitions } from '#server/domain/state-machine.ts';
import { mayUpdateStore, type Role } from './roles.ts';

export const kybStatuses = ['pending', 'succeeded', 'rejected'] as const;
export type KybStatus = (typeof kybStatuses)[number];
export type KybEvent = 'approve' | 'reject';

/** Decided: no event is possible. */
export const terminalKybStatuses = ['succeeded', 'rejected'] as const satisfies readonly KybStatus[];

export const kybTransitions: Transitions<KybStatus, KybEvent> = {
  pending: { approve: 'succeeded', reject: 'rejected' },
  succeeded: {},
  rejected: {},
};

const decided = { message: 'This ticket has already been decided', layer: 'ticket' } as const;

/** The refusal of a decided ticket, for the API reference. */
export const decidedRefusal = errors.wrongStatus(decided.message, decided.layer).when('the ticket is not pending');

/** The next status of a ticket; throws 400 if it is decided already. */
export const nextKybStatus = (from: KybStatus, event: KybEvent): KybStatus =>
  followOrRefuse(kybTransitions, from, event, decided);

const mayNotVerify = () => new ApiError(403, 'Not authorized to verify this store', 'ticket');

/** The refusal of a member without permission, for the API reference. */
export const verifyRefusal = mayNotVerify().when('the caller is neither owner nor admin');

/** Throws 403 unless the role may request a verification. */
export function requireVerifyRights(role: Role): void {
  if (!mayUpdateStore(role)) throw mayNotVerify();
}

export interface BusinessDetails {
  readonly legalName: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly registrationNumber: string;
  readonly address: string;
  readonly website: string;
  readonly contactName: string;
  readonly contactEmail: string;
  /** The products, and their customers. */
  readonly description: string;
}

/** The fields of a ticket, in the order of the form. */
export const businessDetails = () => ({
  legalName: requiredText('legalName', 200, { lines: 'one' }).meta({
    description: 'The registered name of the business; at most 200 characters',
  }),
  country: z
    .string()
    .refine((code) => countryCodes.has(code), { error: 'Invalid country: must be an ISO 3166-1 alpha-2 code' })
    .meta({ description: 'ISO 3166-1 alpha-2', example: 'DE' }),
  registrationNumber: requiredText('registrationNumber', 64, { lines: 'one' }).meta({
    description: 'The number in its country’s business register; at most 64 characters',
  }),
  address: requiredText('address', 500, { lines: 'many' }).meta({
    description: 'The registered address; at most 500 characters',
  }),
  website: webAddress('website', 2048).meta({ description: 'Page that shows the products or services' }),
  contactName: requiredText('contactName', 100, { lines: 'one' }).meta({
    description: 'The contact person; at most 100 characters',
  }),
  contactEmail: emailAddress('contactEmail').meta({ description: 'The email address of the contact person' }),
  description: requiredText('description', 2000, { lines: 'many' }).meta({
    description: 'Products or services, and the customers; at most 2,000 characters',
  }),
});
