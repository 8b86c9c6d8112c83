/** A sample receipt: a one-time purchase in Germany, with overrides. */
import type { Receipt } from '../receipt.ts';

export const sampleReceipt = (changes: Partial<Receipt> = {}): Receipt => ({
  number: 'PAY_00CqN4mXWlPvYHkQqjE4yA',
  orderId: 'ORD_00CqN4mXVIdMhfWvWnTt2c',
  environment: 'prod',
  isSandbox: false,
  paidAt: '2026-11-21T23:30:00.000Z',
  seller: { name: 'Beans by Post', website: 'https://beans.example.com', supportEmail: 'help@beans.example.com' },
  buyer: {
    email: 'buyer@example.com',
    businessName: null,
    taxId: null,
    country: 'DE',
    state: null,
    postcode: '10115',
  },
  line: { productName: 'Handbook of Coffee', billingPeriod: null, isTrial: false, period: null },
  currency: 'EUR',
  subtotalMinor: 2900,
  taxMinor: 551,
  credit: null,
  totalMinor: 3451,
  taxRateMillionths: 190_000,
  taxName: 'VAT',
  method: { type: 'card', cardBrand: 'visa', cardLast4: '4242' },
  refunds: [],
  ...changes,
});
