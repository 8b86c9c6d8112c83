/** The fields of `checkout/create-session` for a plan change. (public-client.md, section 2.1) */
import { z } from 'zod';
import { optionalShortId } from '#server/domain/fields.ts';
import { changeTimings } from './plan-change.ts';

export const planChangeFields = {
  originOrderId: optionalShortId('ORD').meta({
    description: 'The subscription to change to this product’s plan; without it the session sells a new purchase',
  }),
  changeTiming: z.enum(changeTimings).optional().meta({
    description: 'When a plan change happens. By default an upgrade is immediate, any other change at the period’s end',
  }),
  changeAmount: z.string().optional().meta({
    description: 'The amount to charge for a plan change, tax included; API key only',
    example: '12.00',
  }),
  changeCreditAmount: z.string().optional().meta({
    description: 'The credit for a plan change instead of the unused time’s, tax included; API key only',
    example: '8.00',
  }),
};

/** The fields that only a merchant may set. */
export const merchantChangeFields = ['changeAmount', 'changeCreditAmount'] as const;
