/** Describes the differences between two product contents for people. */
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

/** A changed value; null if that side has none. */
export interface ChangedValue {
  /** The part that changed; null if the group's title says it. */
  readonly label: string | null;
  readonly before: string | null;
  readonly after: string | null;
  /** The word-by-word difference, if both sides are texts. */
  readonly words: readonly Stretch[] | null;
}

/** The changes under one heading, such as a price, a picture or the name. */
export interface ChangeGroup {
  readonly title: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly values: readonly ChangedValue[];
}

/** Groups the changes by price and picture, in their original order. */
export function describeChanges(changes: readonly ProductChange[]): ChangeGroup[] {
  const groups = Map.groupBy(changes, ({ field, key }) => JSON.stringify([field, key]));
  return [...groups.values()].map((group) => ({
    title: titleOf(group[0] as ProductChange),
    kind: kindOf(group),
    values: valuesOf(group).map(describe),
  }));
}

/** Sorts the parts in the order of their labels. A removed price or picture only lists its first part. */
function valuesOf(group: readonly ProductChange[]): readonly ProductChange[] {
  const parts = Object.keys(partLabels);
  const indexOf = ({ part }: ProductChange) => (part === undefined ? 0 : parts.indexOf(part));
  const ordered = group.toSorted((one, other) => indexOf(one) - indexOf(other));
  return kindOf(group) === 'removed' ? ordered.slice(0, 1) : ordered;
}

/** A price or picture exists with all or none of its parts, so its leading part decides. */
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
