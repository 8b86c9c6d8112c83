import { clsx } from 'clsx';
import { Link } from '#components/ui/link.tsx';

interface CurrencySwitchProps {
  currencies: readonly string[];
  shown: string;
  /** The address without its currency, up to where that is added. */
  addressWithout: string;
}

/** What was paid in other currencies, an address each; nothing where there is one only. */
export function CurrencySwitch({ currencies, shown, addressWithout }: CurrencySwitchProps) {
  if (currencies.length < 2) return null;
  return (
    <nav aria-label="Currency" className="flex flex-wrap gap-1">
      {currencies.map((currency) => (
        <Link
          key={currency}
          href={`${addressWithout}currency=${currency}`}
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
