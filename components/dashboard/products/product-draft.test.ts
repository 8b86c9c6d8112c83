import { expect, test } from 'vitest';
import { bodyOf, changedBody, draftOf, emptyDraft, type ShownContent } from './product-draft.ts';

const currencies = [
  { code: 'USD', name: 'US Dollar', exponent: 2 },
  { code: 'JPY', name: 'Yen', exponent: 0 },
  { code: 'KWD', name: 'Dinar', exponent: 3 },
];
const content: ShownContent = {
  name: 'Beans by Post',
  billingPeriod: 'monthly',
  description: 'Fresh **beans**',
  prices: {
    USD: { amount: '18.00', taxIncluded: true, taxCategory: 'saas', trialAmount: '1.00' },
    JPY: { amount: '2700', taxIncluded: false, taxCategory: 'digital_goods' },
  },
  media: [
    { type: 'image', url: 'https://example.com/a.png', alt: 'A bag' },
    { type: 'video', url: 'https://example.com/a.mp4', alt: '', thumbnail: 'https://example.com/still.png' },
  ],
  successUrl: null,
  metadata: { trialDays: 14, sku: 'B-1', tags: ['a'], number: 3 },
};

test('an untouched draft equals the saved content and has no changes', () => {
  const draft = draftOf('subscription', content);
  expect(bodyOf(draft, currencies)).toEqual(content);
  expect(changedBody(draft, draftOf('subscription', content), currencies)).toEqual({});
});

test('drops the billing period and trial price of a one-time product', () => {
  const { billingPeriod: _, ...rest } = content;
  const draft = draftOf('onetime', { ...content, billingPeriod: null });
  expect(bodyOf(draft, currencies)).toEqual({
    ...rest,
    prices: { ...content.prices, USD: { amount: '18.00', taxIncluded: true, taxCategory: 'saas' } },
  });
});

test('ignores differences in formatting and order', () => {
  const saved = draftOf('subscription', content);
  const [dollars, yen] = saved.prices;
  if (!dollars || !yen) throw new Error('two prices');
  const prices = [yen, { ...dollars, amount: ' 018 ', trialAmount: '1.0' }];
  const draft = { ...saved, name: 'Beans by Post ', prices, metadata: saved.metadata.toReversed(), trialDays: '14 ' };
  expect(changedBody(saved, draft, currencies)).toEqual({});
});

test('sends only changed fields', () => {
  const saved = draftOf('subscription', content);
  const draft = { ...saved, description: '', trialDays: '', media: saved.media.toReversed() };
  expect(changedBody(saved, draft, currencies)).toEqual({
    description: null,
    media: content.media.toReversed(),
    metadata: { sku: 'B-1', tags: ['a'], number: 3 },
  });
});

test('sends invalid amounts and numbers as typed, for the server to reject', () => {
  const draft = { ...emptyDraft('subscription'), trialDays: 'two' };
  const prices = (amount: string) => bodyOf({ ...draft, prices: [{ ...priceOf(draft), amount }] }, currencies).prices;
  expect(prices('10.001')).toMatchObject({ USD: { amount: '10.001' } });
  expect(prices('1,50')).toMatchObject({ USD: { amount: '1,50' } });
  expect(bodyOf(draft, currencies).metadata).toEqual({ trialDays: 'two' });
});

test('drops empty metadata rows', () => {
  const row = { key: 0, name: '', value: '', kind: 'text' } as const;
  expect(bodyOf({ ...emptyDraft('onetime'), metadata: [row] }, currencies).metadata).toEqual({});
});

function priceOf({ prices: [first] }: ReturnType<typeof emptyDraft>) {
  if (!first) throw new Error('a draft has a price');
  return first;
}
