/** An amount with its currency. */
import { formatAmount } from '#server/domain/money.ts';
import { builder } from './builder.ts';

export interface AmountFacts {
  readonly amountMinor: number;
  readonly currency: string;
}

export const AmountDetailsObject = builder.objectRef<AmountFacts>('AmountDetails').implement({
  description: 'An amount with its currency.',
  fields: (t) => ({
    amount: t.string({
      description: 'In display format: "29.00", "4500".',
      resolve: ({ amountMinor, currency }) => formatAmount(amountMinor, currency),
    }),
    currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
  }),
});
