import { clsx } from 'clsx';
import { Link } from '#components/ui/link.tsx';

interface CurrencySwitchProps {
  currencies: readonly string[];
  shown: string;
  /** The page's address up to and including the `?` or `&` before `currency=`. */
  addressPrefix: string;
}

/** Links to the figures in each currency. Renders nothing for a single currency. */
export function CurrencySwitch({ currencies, shown, addressPrefix }: CurrencySwitchProps) {
  if (currencies.length < 2) return null;
  return (
    <nav aria-label="Currency" className="flex flex-wrap gap-1">
      {currencies.map((currency) => (
        <Link
          key={currency}
          href={`${addressPrefix}currency=${currency}`}
          scroll={false}
          prefetch={false}
          aria-current={currency === shown ? 'true' : undefined}
          className={clsx(
            'inline-grid min-h-11 min-w-11 place-items-center rounded-control border px-2.5 text-sm sm:min-h-8',
            currency === shown
              ? 'border-control bg-surface font-medium'
              : 'border-transparent text-muted hover:text-text',
          )}
        >
          {currency}
        </Link>
      ))}
    </nav>
  );
}
