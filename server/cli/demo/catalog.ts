/** What the demo's store sells, and its sales of 90 days. */

export const demoProducts = [
  {
    picture: 'handbook',
    alt: 'A brown handbook with a coffee bean on its cover',
    name: 'Espresso at Home: The Handbook',
    description:
      'Two hundred pages on grind, dose and water.\n\n- PDF and EPUB\n- Free updates\n- *For any espresso machine*',
    prices: { USD: { amount: '29.00', taxCategory: 'ebook' }, EUR: { amount: '27.00' }, JPY: { amount: '4500' } },
    published: true,
  },
  {
    picture: 'latte-art',
    alt: 'A cup of coffee with a heart of milk, seen from above',
    name: 'Latte Art in Ten Lessons',
    description: 'Ten short videos, from **a steady pour** to a swan.',
    prices: { USD: { amount: '79.00', taxCategory: 'online_course' }, EUR: { amount: '75.00' } },
    published: true,
  },
  {
    picture: 'roast-log',
    alt: 'A table with a roasting curve',
    name: 'Roast Log for Small Roasters',
    description: 'A spreadsheet for batches, curves and tasting notes.',
    prices: { USD: { amount: '12.00', taxCategory: 'software' }, GBP: { amount: '10.00' } },
    published: false,
  },
  {
    picture: 'beans',
    alt: 'A green bag of coffee beans',
    name: 'Beans by Post',
    description: 'A fresh bag of a different roaster, **every month**. Cancel at any time.',
    billingPeriod: 'monthly',
    prices: { USD: { amount: '18.00' }, EUR: { amount: '17.00' } },
    metadata: { trialDays: 14 },
    published: true,
  },
] as const;

const cards = { works: '4242424242424242', mastercard: '5555555555554444', declined: '4000000000000002' } as const;
/** Accepted at sign-up, declined at each renewal. */
const failsLater = '4000000000000341';
const insufficientFunds = '4000000000009995';

/** A purchase in the demo's store. */
export interface DemoSale {
  readonly daysAgo: number;
  /** Index in {@link demoProducts}. */
  readonly product: number;
  readonly currency: string;
  readonly name: string;
  readonly country: string;
  /** The card's number; absent: the order is canceled unpaid. */
  readonly card?: string;
  /** Refunded two days later. */
  readonly isRefunded?: true;
  /** Days after which the subscription is canceled. */
  readonly canceledAfter?: number;
}

const customers = [
  ['marta.silva', 'PT'],
  ['tom.baker', 'GB'],
  ['mara.lindqvist', 'SE'],
  ['felix.braun', 'DE'],
  ['nina.rossi', 'IT'],
  ['omar.haddad', 'FR'],
  ['julia.nowak', 'PL'],
  ['aiko.mori', 'JP'],
  ['jonas.weber', 'DE'],
  ['claire.dubois', 'FR'],
  ['liam.murphy', 'IE'],
  ['ines.costa', 'PT'],
  ['eva.novak', 'CZ'],
] as const;

/** One-time sales, rising from about one every other day to two a day. */
const onetimeSales: readonly DemoSale[] = Array.from({ length: 90 }, (_, index) => index).flatMap((index) => {
  const daysAgo = 89 - index;
  const count = (index * 5) % 7 < 2 + Math.floor(index / 22) ? 1 + (index % Math.ceil((index + 1) / 30)) : 0;
  return Array.from({ length: count }, (_, number): DemoSale => {
    const [name, country] = customers[(index * 3 + number * 5) % customers.length] ?? customers[0];
    const product = (index + number) % 3 === 2 ? 1 : 0;
    const card = (index + number) % 13 === 0 ? cards.declined : index % 4 === 3 ? cards.mastercard : cards.works;
    return { daysAgo, product, currency: 'EUR', name, country, card };
  });
});

const otherSales: readonly DemoSale[] = [
  { daysAgo: 40, product: 0, currency: 'USD', name: 'sam.carter', country: 'US', card: cards.works },
  { daysAgo: 31, product: 1, currency: 'USD', name: 'arjun.mehta', country: 'IN', card: cards.mastercard },
  { daysAgo: 22, product: 0, currency: 'JPY', name: 'yuki.tanaka', country: 'JP', card: cards.works },
  { daysAgo: 17, product: 1, currency: 'EUR', name: 'paul.maes', country: 'BE', card: cards.works, isRefunded: true },
  { daysAgo: 9, product: 2, currency: 'GBP', name: 'oliver.hughes', country: 'GB', card: cards.works },
  { daysAgo: 7, product: 1, currency: 'USD', name: 'sofia.romero', country: 'MX', card: insufficientFunds },
  { daysAgo: 4, product: 0, currency: 'USD', name: 'noah.fischer', country: 'CH' },
  { daysAgo: 0, product: 0, currency: 'USD', name: 'grace.oconnor', country: 'NZ', card: cards.declined },
];

const subscribers: readonly DemoSale[] = (
  [
    [86, 'anna.kowalska', 'PL'],
    [79, 'peter.larsen', 'DK'],
    [71, 'lucia.moreno', 'ES'],
    [64, 'lena.vogel', 'AT'],
    [58, 'emil.koch', 'DE'],
    [47, 'chloe.martin', 'FR'],
    [39, 'marco.conti', 'IT'],
    [33, 'sanne.devries', 'NL'],
    [26, 'tiago.santos', 'PT'],
    [18, 'maja.horvat', 'HR'],
    [12, 'hana.suzuki', 'JP'],
    [6, 'erik.berg', 'NO'],
    [2, 'laura.keller', 'CH'],
  ] as const
).map(([daysAgo, name, country], index) => ({
  daysAgo,
  product: 3,
  currency: 'EUR',
  name,
  country,
  card: index === 9 ? failsLater : index % 3 === 1 ? cards.mastercard : cards.works,
  ...(index === 1 && { canceledAfter: 30 }),
  ...(index === 6 && { canceledAfter: 35 }),
}));

/** All sales, the oldest first. */
export const demoSales: readonly DemoSale[] = [...onetimeSales, ...otherSales, ...subscribers].toSorted(
  (one, other) => other.daysAgo - one.daysAgo,
);
