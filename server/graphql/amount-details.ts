/** An amount with its currency. */
import { builder } from './builder.ts';
import { amount } from './field-options.ts';

export interface AmountFacts {
  readonly amountMinor: number;
  readonly currency: string;
}

export const AmountDetailsObject = builder.objectRef<AmountFacts>('AmountDetails').implement({
  description: 'An amount with its currency.',
  fields: (t) => ({
    amount: t.string(amount('amountMinor', 'In display format: "29.00", "4500".')),
    currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
  }),
});
