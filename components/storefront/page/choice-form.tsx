import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { usePage } from './page-context.tsx';
import { hasTypedForm, typedFormId } from './typed-form.ts';
import { WithoutScript } from './without-script.tsx';

interface ChoiceFormProps {
  /** The query parameter or form field. */
  name: string;
  label: string;
  value: string;
  icon: LucideIcon;
  /** The current choice in one word; hidden on phones. */
  shown: string;
  onChoose: (value: string) => void;
  children: ReactNode;
}

/** A page setting: a native select behind an icon, and a plain form without JavaScript. */
export function ChoiceForm({ name, label, value, icon: Icon, shown, onChoose, children }: ChoiceFormProps) {
  const { page, say } = usePage();
  const isHydrated = useHydrated();
  // Without JavaScript the setting is submitted with the typed form, so that the next page keeps its values.
  const sentWith = !isHydrated && hasTypedForm(page.content) ? { form: typedFormId } : {};
  const others = [...new URLSearchParams(page.choices)].filter(([other]) => other !== name);
  return (
    <form method="get" action={page.path} className="flex items-center gap-2 noscript:flex-wrap">
      {others.map(([other, chosen]) => (
        <input key={other} type="hidden" name={other} value={chosen} />
      ))}
      <span className={look}>
        <Icon className="size-4.5 shrink-0" aria-hidden />
        <span className="max-sm:hidden noscript:hidden" aria-hidden>
          {shown}
        </span>
        <select
          {...sentWith}
          name={name}
          value={value}
          aria-label={label}
          onChange={({ target }) => onChoose(target.value)}
          className="absolute inset-0 w-full cursor-pointer bg-surface text-base text-text opacity-0 noscript:static noscript:w-52 noscript:opacity-100"
        >
          {children}
        </select>
      </span>
      <WithoutScript>
        <button {...sentWith} type="submit" className="min-h-11 px-2 text-sm text-link underline underline-offset-2">
          {say('common.apply')}
        </button>
      </WithoutScript>
    </form>
  );
}

const look = clsx(
  'relative inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-control px-2.5 text-sm text-muted',
  'noscript:px-0',
  'hover:bg-sunken hover:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
  'has-focus-visible:outline-focus',
);
