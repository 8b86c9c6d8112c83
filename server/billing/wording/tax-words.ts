/** Tax labels for the buyer, in their language. */
import { LRUCache } from 'lru-cache';
import type { Amounts } from '#server/domain/amounts.ts';
import type { MessageKey, Voice } from '#server/i18n/say.ts';

/** Translations of the names in the tax tables; other names are shown unchanged. */
const names: Readonly<Record<string, MessageKey>> = {
  VAT: 'tax.vat',
  GST: 'tax.gst',
  HST: 'tax.hst',
  PST: 'tax.pst',
  QST: 'tax.qst',
  Tax: 'due.tax',
  'Sales tax': 'tax.salesTax',
  'Service tax': 'tax.serviceTax',
  'Consumption tax': 'tax.consumptionTax',
};

const reverseCharge = ', reverse charge';

/** Whether the buyer accounts for the tax. */
export const isReverseCharge = ({ taxName }: { readonly taxName: string | null }): boolean =>
  taxName?.endsWith(reverseCharge) ?? false;

/** "VAT 19%", "GST + QST 14.975%", "VAT, reverse charge"; "Tax" if none is levied. */
export function describeTax(
  { taxName, taxRateMillionths }: Pick<Amounts, 'taxName' | 'taxRateMillionths'>,
  { say, locale }: Voice,
): string {
  if (!taxName) return say('due.tax');
  if (taxName.endsWith(reverseCharge)) {
    return say('due.reverseCharge', { tax: nameOf(taxName.slice(0, -reverseCharge.length), say) });
  }
  const name = taxName
    .split(' + ')
    .map((part) => nameOf(part, say))
    .join(' + ');
  if (taxRateMillionths === 0) return name;
  return `${name} ${rateFormats.memo(locale).format(taxRateMillionths / 1_000_000)}`;
}

const rateFormats = new LRUCache<string, Intl.NumberFormat>({
  max: 100,
  memoMethod: (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }),
});

function nameOf(name: string, say: Voice['say']): string {
  const key = names[name];
  return key ? say(key) : name;
}
