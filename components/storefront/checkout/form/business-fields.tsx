import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import type { TypedBuyer } from '#server/billing/payments/buyer-form.ts';
import { useSay } from '../../page/page-context.tsx';
import type { Problems } from './check-fields.ts';
import { useQuote } from './quote.tsx';

interface BusinessFieldsProps {
  prefill: TypedBuyer;
  problems: Problems;
  /** Whether the chosen country's businesses have a VAT number. */
  hasVat: boolean;
}

/** Whether a business buys, and which. Its fields come and go by style alone: they keep what was typed, also without script. */
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

/** What a VAT number does, and that it has done it. */
function TaxNote() {
  const say = useSay();
  const { isReverseCharge } = useQuote().quote;
  // As high in either case: the card below it does not jump.
  return (
    <p className="min-h-[2lh] text-sm text-muted">
      {say(isReverseCharge ? 'due.reverseChargeNote' : 'form.vatNumberHint')}
    </p>
  );
}
