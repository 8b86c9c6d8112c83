import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { useSay } from '../../page/page-context.tsx';
import type { CardField } from './check-card.ts';

/** Digits run left to right in every language. */
const figures = {
  inputMode: 'numeric',
  dir: 'ltr',
  spellCheck: 'false',
  className: 'tabular-nums rtl:text-right',
  required: true,
} as const;

/**
 * The card fields. Card data is only ever in the controls, never in state or storage. Without JavaScript the controls
 * have no names, so that a form that the browser submits never contains a card.
 */
export function CardFields({ problems }: { problems: Readonly<Partial<Record<CardField, string>>> }) {
  const say = useSay();
  const isHydrated = useHydrated();
  const named = (name: CardField) => (isHydrated ? { name } : {});
  return (
    <>
      <Field label={say('form.cardNumber')} error={problems.cardNumber}>
        <Input {...named('cardNumber')} autoComplete="cc-number" placeholder="1234 1234 1234 1234" {...figures} />
      </Field>
      <div className="grid grid-cols-2 items-start gap-4">
        <Field label={say('form.cardExpiry')} error={problems.cardExpiry}>
          <Input
            {...named('cardExpiry')}
            autoComplete="cc-exp"
            placeholder={say('form.cardExpiryPlaceholder')}
            {...figures}
          />
        </Field>
        <Field label={say('form.cardCvc')} error={problems.cardCvc}>
          <Input
            {...named('cardCvc')}
            autoComplete="cc-csc"
            placeholder={say('form.cardCvcPlaceholder')}
            maxLength={4}
            {...figures}
          />
        </Field>
      </div>
    </>
  );
}
