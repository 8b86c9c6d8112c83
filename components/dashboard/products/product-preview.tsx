'use client';
import { useDeferredValue } from 'react';
import { Markdown } from '#components/storefront/page/markdown.tsx';
import { Picture } from '#components/ui/picture.tsx';
import type { Currency } from './price-row.ts';
import { bodyOf, type ProductDraft } from './product-draft.ts';

const periods = { weekly: 'week', monthly: 'month', quarterly: '3 months', yearly: 'year' } as const;

/** The product as shown at checkout: first image, name, first price and description. */
export function ProductPreview({ draft, currencies }: { draft: ProductDraft; currencies: readonly Currency[] }) {
  const description = useDeferredValue(draft.description);
  const image = draft.media.find(({ type, url }) => type === 'image' && /^https?:\/\/\S+\.\S+/.test(url));
  const days = /^\d{1,3}$/.test(draft.trialDays.trim()) ? Number(draft.trialDays) : 0;
  return (
    <section aria-label="Preview" className="rounded-card border border-border bg-surface shadow-card">
      <p aria-hidden className="border-b border-border px-4 py-2.5 text-sm text-muted sm:px-5">
        Preview
      </p>
      <div className="flex flex-col gap-4 p-4 sm:p-5">
        {image && (
          <Picture
            src={image.url}
            alt={image.alt}
            fallback={<p className="text-sm text-warning-text">The image can’t be loaded and won’t be shown.</p>}
            className="aspect-4/3 w-full rounded-control bg-sunken object-cover"
          />
        )}
        <div>
          <p dir="auto" className="text-lg leading-snug font-medium wrap-anywhere">
            {draft.name.trim() || <span className="text-muted">Product name</span>}
          </p>
          <p className="mt-1 text-2xl font-semibold tracking-tight tabular-nums wrap-anywhere">
            {priceOf(draft, currencies)}
            {draft.type === 'subscription' && (
              <span className="text-base font-normal text-muted"> every {periods[draft.billingPeriod]}</span>
            )}
          </p>
          {draft.type === 'subscription' && days > 0 && <p className="text-sm text-muted">{days}-day trial</p>}
        </div>
        <div dir="auto" className="text-sm">
          {description ? <Markdown text={description} /> : <p className="text-muted">Description</p>}
        </div>
      </div>
    </section>
  );
}

/** The first price, formatted; a dash if the typed amount is invalid. */
function priceOf(draft: ProductDraft, currencies: readonly Currency[]): string {
  const [first] = Object.entries(bodyOf(draft, currencies).prices as Record<string, { amount: string }>);
  if (!first) return '';
  const [currency, { amount }] = first;
  const exponent = currencies.find(({ code }) => code === currency)?.exponent ?? 2;
  if (!/^\d{1,12}(?:\.\d+)?$/.test(amount)) return '—';
  const format = { style: 'currency', currency, minimumFractionDigits: exponent, maximumFractionDigits: 4 } as const;
  return new Intl.NumberFormat('en', format).format(amount as Intl.StringNumericLiteral);
}
