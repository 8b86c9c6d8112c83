/** What two contents of a product differ in, as people read it. */
import { formatMoney } from '#server/domain/money.ts';
import type { TaxCategory } from './prices.ts';
import type { BillingPeriod } from './product.ts';
import { type ProductChange, type Stretch, wordsBetween } from './product-diff.ts';

export const taxCategoryNames: Readonly<Record<TaxCategory, string>> = {
  digital_goods: 'Digital goods',
  saas: 'Software as a service',
  software: 'Software',
  ebook: 'E-book',
  online_course: 'Online course',
  consulting: 'Consulting',
  professional_service: 'Professional service',
};

/** One value that changed. Null: there is none on that side. */
export interface ChangedValue {
  /** What of it; null where the group's title says that. */
  readonly label: string | null;
  readonly before: string | null;
  readonly after: string | null;
  /** The two word by word, where both are texts. */
  readonly words: readonly Stretch[] | null;
}

/** What changed under one heading: a price, a picture, the name. */
export interface ChangeGroup {
  readonly title: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly values: readonly ChangedValue[];
}

/** The changes with those of one price or picture together, in the order in which they came. */
export function describeChanges(changes: readonly ProductChange[]): ChangeGroup[] {
  const groups = Map.groupBy(changes, ({ field, key }) => JSON.stringify([field, key]));
  return [...groups.values()].map((group) => ({
    title: titleOf(group[0] as ProductChange),
    kind: kindOf(group),
    values: valuesOf(group).map(describe),
  }));
}

/** In the order in which one asks for them. What is removed is named, and no more told of. */
function valuesOf(group: readonly ProductChange[]): readonly ProductChange[] {
  const parts = Object.keys(partLabels);
  const placeOf = ({ part }: ProductChange) => (part === undefined ? 0 : parts.indexOf(part));
  const ordered = group.toSorted((one, other) => placeOf(one) - placeOf(other));
  return kindOf(group) === 'removed' ? ordered.slice(0, 1) : ordered;
}

/** A price or picture is there whole or not at all, so that one of its first parts tells. */
const kindOf = (group: readonly ProductChange[]): ChangeGroup['kind'] => {
  const leading = group.filter(({ part }) => part === undefined || part === 'amountMinor' || part === 'url');
  if (leading.length > 0 && leading.every(({ before }) => before === undefined)) return 'added';
  if (leading.length > 0 && leading.every(({ after }) => after === undefined)) return 'removed';
  return 'changed';
};

function titleOf({ field, key }: ProductChange): string {
  switch (field) {
    case 'prices':
      return `Price in ${key}`;
    case 'billingPeriod':
      return 'Billing period';
    case 'name':
      return 'Name';
    case 'description':
      return 'Description';
    case 'media':
      return `Media ${key}`;
    case 'successUrl':
      return 'Redirect URL';
    case 'metadata':
      return key === 'trialDays' ? 'Free trial (days)' : `Metadata: ${key}`;
  }
}

const billingPeriodNames: Readonly<Record<BillingPeriod, string>> = {
  weekly: 'Weekly',
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  yearly: 'Yearly',
};

const partLabels: Readonly<Record<string, string>> = {
  amountMinor: 'Amount',
  trialAmountMinor: 'Trial price',
  taxIncluded: 'Tax behavior',
  taxCategory: 'Tax category',
  url: 'URL',
  type: 'Type',
  alt: 'Alt text',
  thumbnail: 'Thumbnail',
};

function describe(change: ProductChange): ChangedValue {
  const { field, part, before, after } = change;
  const isText = (field === 'name' || field === 'description' || part === 'alt') && before && after;
  return {
    label: part === undefined ? null : (partLabels[part] ?? part),
    before: readable(change, before),
    after: readable(change, after),
    words: isText ? wordsBetween(String(before), String(after)) : null,
  };
}

function readable({ field, key = '', part }: ProductChange, value: unknown): string | null {
  if (value === undefined) return null;
  if (part === 'amountMinor' || part === 'trialAmountMinor') return formatMoney(Number(value), key);
  if (part === 'taxIncluded') return value ? 'Inclusive' : 'Exclusive';
  if (part === 'taxCategory') return taxCategoryNames[value as TaxCategory];
  if (part === 'type') return value === 'video' ? 'Video' : 'Image';
  if (field === 'billingPeriod') return billingPeriodNames[value as BillingPeriod];
  return typeof value === 'string' ? value : JSON.stringify(value);
}
