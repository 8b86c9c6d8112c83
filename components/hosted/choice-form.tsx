import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePage } from './page-context.tsx';
import { WithoutScript } from './without-script.tsx';

interface ChoiceFormProps {
  /** In the address, where the choice is sent by the browser itself. */
  name: string;
  label: string;
  value: string;
  icon: LucideIcon;
  /** What is chosen, in a word; not shown on phones. */
  shown: string;
  onChoose: (value: string) => void;
  /** The options. */
  children: ReactNode;
}

/** A choice about the page itself: the browser's own list behind an icon, and a plain form where no script runs. */
export function ChoiceForm({ name, label, value, icon: Icon, shown, onChoose, children }: ChoiceFormProps) {
  const { page, say } = usePage();
  return (
    <form method="get" action={page.path} className="flex items-center gap-2 noscript:flex-wrap">
      <span className={look}>
        <Icon className="size-4.5 shrink-0" aria-hidden />
        <span className="max-sm:hidden noscript:hidden" aria-hidden>
          {shown}
        </span>
        <select
          name={name}
          value={value}
          aria-label={label}
          onChange={({ target }) => onChoose(target.value)}
          className="absolute inset-0 w-full cursor-pointer bg-surface text-base text-text opacity-0 noscript:static noscript:w-auto noscript:opacity-100"
        >
          {children}
        </select>
      </span>
      <WithoutScript>
        <button type="submit" className="min-h-11 px-2 text-sm text-link underline underline-offset-2">
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
