/** Sales of two months, small enough to compute every figure by hand. */
import type { SaleFacts } from '../orders/sales.ts';

const germany = { country: 'DE', rateMillionths: 190_000, taxName: 'VAT' };

/** January and February of a year, with the products of a store. */
export function salesOfTwoMonths(year: number, { onetime, subscription }: { onetime: string; subscription: string }) {
  const on = (day: string) => `${year}-${day}`;
  const sales: SaleFacts[] = [
    {
      ...germany,
      productId: onetime,
      at: on('01-10'),
      buyer: 'ann',
      externalId: 'ORDER-2026-00891',
      taxMinor: 190,
      payments: [
        {
          at: on('01-10'),
          refunds: [
            {
              at: on('02-05'),
              amountMinor: 1190,
              taxMinor: 190,
              ticket: {
                at: on('02-01T00:00Z'),
                reviewedAt: on('02-01T02:00Z'),
                status: 'approved',
                amountMinor: 1190,
                reason: 'Broken',
                externalId: 'REF-2026-00012',
              },
            },
          ],
        },
      ],
    },
    {
      productId: onetime,
      at: on('01-20'),
      buyer: 'bob',
      country: 'US',
      state: 'CA',
      isBusiness: true,
      subtotalMinor: 2000,
      payments: [
        {
          at: on('01-20'),
          method: 'paypal',
          brand: null,
          tickets: [
            {
              at: on('01-25T00:00Z'),
              reviewedAt: on('01-25T04:00Z'),
              status: 'rejected',
              amountMinor: 500,
              reason: 'broken.',
            },
          ],
        },
      ],
    },
    {
      ...germany,
      productId: onetime,
      at: on('02-10'),
      buyer: 'ann',
      subtotalMinor: 3000,
      taxMinor: 570,
      payments: [
        { at: on('02-10T00:00Z'), status: 'failed', code: 'insufficient_funds', brand: 'mastercard' },
        { at: on('02-10T01:00Z') },
      ],
    },
    // A trial that converted, one that was canceled, and a subscription that ended.
    {
      productId: subscription,
      every: 'monthly',
      at: on('01-05'),
      trialEndsAt: on('01-19'),
      buyer: 'cid',
      country: 'US',
      state: 'NY',
      subtotalMinor: 600,
      payments: [{ at: on('01-05'), period: 0, amountMinor: 0 }, { at: on('01-19') }],
    },
    {
      productId: subscription,
      every: 'monthly',
      at: on('02-01'),
      trialEndsAt: on('02-15'),
      endedAt: on('02-11'),
      periodNumber: 0,
      status: 'canceled',
      buyer: 'dan',
      country: null,
      subtotalMinor: 600,
      payments: [{ at: on('02-01'), period: 0, amountMinor: 0 }],
    },
    {
      productId: subscription,
      every: 'monthly',
      at: on('01-01'),
      endedAt: on('02-20'),
      periodNumber: 2,
      status: 'canceled',
      buyer: 'eve',
      country: 'FR',
      rateMillionths: 200_000,
      taxName: 'VAT',
      subtotalMinor: 600,
      taxMinor: 120,
      payments: [{ at: on('01-01') }, { at: on('02-01'), period: 2 }],
    },
    {
      ...germany,
      productId: onetime,
      at: on('02-03'),
      currency: 'EUR',
      buyer: 'fay',
      subtotalMinor: 500,
      taxMinor: 95,
      payments: [
        {
          at: on('02-03'),
          refunds: [
            { at: on('02-04'), amountMinor: 100, status: 'pending' },
            { at: on('02-04'), amountMinor: 50, status: 'failed' },
          ],
        },
      ],
    },
    {
      productId: onetime,
      at: on('02-25'),
      boughtAt: null,
      buyer: 'gil',
      country: 'US',
      state: 'CA',
      payments: [{ at: on('02-25'), status: 'processing', tickets: [] }],
    },
  ];
  return sales;
}
