'use client';
import { CardSection } from '#components/ui/card.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { SegmentedControl } from '#components/ui/forms/segmented-control.tsx';
import { Select } from '#components/ui/forms/select.tsx';
import { Textarea } from '#components/ui/forms/textarea.tsx';
import type { BillingPeriod } from '#server/catalog/rules/product.ts';
import type { Choices } from '../filter-form.tsx';
import { MediaRows } from './media-rows.tsx';
import { MetadataRows } from './metadata-rows.tsx';
import type { Currency } from './price-row.ts';
import { PriceRows } from './price-rows.tsx';
import { newPrice, nextKey, type ProductDraft } from './product-draft.ts';
import type { ProductProblems } from './product-problems.ts';

interface ProductFieldsProps {
  draft: ProductDraft;
  onChange: (part: Partial<ProductDraft>) => void;
  /** For new products only. */
  canChooseType: boolean;
  currencies: readonly Currency[];
  taxCategories: Choices;
  problems: ProductProblems;
}

const types = [
  { value: 'onetime', label: 'One-time purchase' },
  { value: 'subscription', label: 'Subscription' },
] as const;

/** The fields of a product version. */
export function ProductFields(props: ProductFieldsProps) {
  const { draft, onChange, canChooseType, currencies, taxCategories, problems } = props;
  const { type, prices } = draft;
  return (
    <>
      <CardSection title="Product">
        <div className="flex flex-col gap-5">
          {canChooseType && (
            <SegmentedControl
              label="Type"
              options={types}
              value={type}
              onChange={(chosen) => onChange({ type: chosen })}
            />
          )}
          <Field label="Name" hint="Shown to customers. Up to 64 characters." error={problems.name}>
            <Input
              value={draft.name}
              onChange={({ target }) => onChange({ name: target.value })}
              maxLength={64}
              autoComplete="off"
              required
            />
          </Field>
          {type === 'subscription' && <Terms draft={draft} onChange={onChange} problems={problems} />}
        </div>
      </CardSection>
      <CardSection title="Prices" description="Add one price per currency.">
        <PriceRows
          rows={prices}
          onChange={(rows) => onChange({ prices: rows })}
          onAdd={(currency) => {
            const { taxIncluded, taxCategory } = prices.at(-1) ?? newPrice(0, currency);
            const added = { ...newPrice(nextKey(prices), currency), taxIncluded, taxCategory };
            onChange({ prices: [...prices, added] });
          }}
          currencies={currencies}
          taxCategories={taxCategories}
          hasTrial={type === 'subscription' && draft.trialDays.trim() !== ''}
          problems={problems}
        />
      </CardSection>
      <CardSection title="Details">
        <div className="flex flex-col gap-6">
          <Field
            label="Description"
            optional
            hint="Markdown: **bold**, lists, [links](https://example.com)."
            error={problems.description}
          >
            <Textarea
              value={draft.description}
              onChange={({ target }) => onChange({ description: target.value })}
              rows={9}
              maxLength={10_000}
              dir="auto"
            />
          </Field>
          <div className="flex flex-col gap-3">
            <h3 className="text-sm font-medium">Media</h3>
            <MediaRows rows={draft.media} onChange={(media) => onChange({ media })} problems={problems} />
          </div>
        </div>
      </CardSection>
      <CardSection title="Advanced">
        <div className="flex flex-col gap-6">
          <Field
            label="Redirect URL after payment"
            optional
            hint="Leave empty to use the default confirmation page."
            error={problems.successUrl}
          >
            <Input
              value={draft.successUrl}
              onChange={({ target }) => onChange({ successUrl: target.value })}
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="https://"
            />
          </Field>
          <div className="flex flex-col gap-3">
            <div>
              <h3 className="text-sm font-medium">Metadata</h3>
              <p className="text-sm text-muted">Not shown to customers. Included in webhooks and API responses.</p>
            </div>
            <MetadataRows rows={draft.metadata} onChange={(metadata) => onChange({ metadata })} problems={problems} />
          </div>
        </div>
      </CardSection>
    </>
  );
}

/** The billing period and trial of a subscription. */
const Terms = ({ draft, onChange, problems }: Pick<ProductFieldsProps, 'draft' | 'onChange' | 'problems'>) => (
  <div className="grid items-start gap-5 sm:grid-cols-2">
    <Field label="Billing period">
      <Select
        value={draft.billingPeriod}
        onChange={({ target }) => onChange({ billingPeriod: target.value as BillingPeriod })}
      >
        <option value="weekly">Weekly</option>
        <option value="monthly">Monthly</option>
        <option value="quarterly">Quarterly</option>
        <option value="yearly">Yearly</option>
      </Select>
    </Field>
    <Field label="Free trial (days)" optional error={problems.trialDays}>
      <Input
        value={draft.trialDays}
        onChange={({ target }) => onChange({ trialDays: target.value })}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        placeholder="None"
      />
    </Field>
  </div>
);
