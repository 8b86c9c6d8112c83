import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import type { Problems } from './check-fields.ts';

/** Figures run left to right in every language. */
const figures = {
  inputMode: 'numeric',
  dir: 'ltr',
  spellCheck: false,
  className: 'tabular-nums rtl:text-right',
  required: true,
} as const;

/** The card. What is typed lives in the controls alone: no state of ours, no storage. */
export function CardFields({ problems }: { problems: Problems }) {
  return (
    <>
      <Field label="Card number" error={problems.cardNumber}>
        <Input name="cardNumber" autoComplete="cc-number" placeholder="1234 1234 1234 1234" {...figures} />
      </Field>
      <div className="grid grid-cols-2 items-start gap-4">
        <Field label="Expiry" error={problems.cardExpiry}>
          <Input name="cardExpiry" autoComplete="cc-exp" placeholder="MM / YY" {...figures} />
        </Field>
        <Field label="Security code" error={problems.cardCvc}>
          <Input name="cardCvc" autoComplete="cc-csc" placeholder="CVC" {...figures} />
        </Field>
      </div>
    </>
  );
}
