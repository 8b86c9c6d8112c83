/** Display names of card brands and other payment methods. */
const names: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  samsung_pay: 'Samsung Pay',
  amazon_pay: 'Amazon Pay',
  revolut_pay: 'Revolut Pay',
  cashapp: 'Cash App Pay',
  link: 'Link',
  paypal: 'PayPal',
  klarna: 'Klarna',
  sepa_debit: 'SEPA',
  ideal: 'iDEAL',
  bancontact: 'Bancontact',
};

/** The name of a brand or payment method. An unknown one is shown as the provider names it. */
export const methodName = (brandOrType: string): string => names[brandOrType] ?? brandOrType;

/** A card by its brand, or its type if unknown, and its last digits: "Visa •••• 4242", or as much as is known. */
export const cardName = (brandOrType: string | null, last4: string | null): string =>
  [brandOrType && methodName(brandOrType), last4 && `•••• ${last4}`].filter(Boolean).join(' ');

/** "Visa •••• 4242"; null if the card's last digits are unknown. */
export const describeCard = (card: {
  readonly cardBrand: string | null;
  readonly cardLast4: string | null;
}): string | null => (card.cardLast4 ? cardName(card.cardBrand, card.cardLast4) : null);

/** "Visa •••• 4242", or the type of the payment method; null for none. */
export const describeMethod = (
  method: { readonly type: string; readonly cardBrand: string | null; readonly cardLast4: string | null } | null,
): string | null => method && (describeCard(method) ?? methodName(method.type));
