import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import type { TypedBuyer } from '#server/billing/payments/buyer-form.ts';
import { useSay } from '../../page/page-context.tsx';
import type { Problems } from './check-fields.ts';
import { useQuote } from './quote.tsx';

interface BusinessFieldsProps {
  prefill: TypedBuyer;
  problems: Problems;
  /** Whether businesses of the chosen country have a VAT number. */
  hasVat: boolean;
}

/** The business fields. CSS hides and shows them, so that they keep their values and work without JavaScript. */
export function BusinessFields({ prefill, problems, hasVat }: BusinessFieldsProps) {
  const say = useSay();
  return (
    <div className="group/business -my-1.5 flex flex-col gap-2">
      <label className="flex min-h-11 items-center gap-2.5 text-sm">
        <input
          type="checkbox"
          name="isBusiness"
          defaultChecked={prefill.isBusiness ?? false}
          className="size-5 min-h-5! shrink-0 accent-(--primary)"
        />
        {say('form.isBusiness')}
      </label>
      <div className="hidden flex-col gap-4 pb-1.5 group-has-[[name=isBusiness]:checked]/business:flex">
        <Field label={say('form.businessName')} error={problems.businessName}>
          <Input
            name="businessName"
            autoComplete="organization"
            defaultValue={prefill.businessName}
            maxLength={128}
            required
          />
        </Field>
        <Field
          label={say(hasVat ? 'form.vatNumber' : 'form.taxId')}
          error={problems.taxId}
          optional={say('common.optional')}
          note={hasVat && !problems.taxId && <TaxNote />}
        >
          <Input
            name="taxId"
            autoComplete="off"
            defaultValue={prefill.taxId}
            autoCapitalize="characters"
            spellCheck="false"
            maxLength={32}
            dir="ltr"
            className="rtl:text-right"
          />
        </Field>
      </div>
    </div>
  );
}

/** Explains the VAT number, then confirms the reverse charge. */
function TaxNote() {
  const say = useSay();
  const { isReverseCharge } = useQuote().quote;
  // Both texts have the same height: the card fields below do not move.
  return (
    <p className="min-h-[2lh] text-sm text-muted">
      {say(isReverseCharge ? 'due.reverseChargeNote' : 'form.vatNumberHint')}
    </p>
  );
}
