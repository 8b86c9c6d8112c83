import { CardSection } from '#components/ui/card.tsx';

/** The balance in one currency. Amounts are formatted. */
export interface CurrencyBalance {
  readonly currency: string;
  readonly atProvider: string;
  readonly sales: string;
  readonly refunds: string;
  readonly tax: string;
  /** Late payments that are being refunded; null: none. */
  readonly lateRefunds: string | null;
}

/** The balance in one currency with its parts. */
export function BalanceCard({ currency, atProvider, sales, refunds, tax, lateRefunds }: CurrencyBalance) {
  return (
    <CardSection title={currency}>
      <dl className="text-sm">
        <div className="pb-4">
          <dt className="text-muted">Balance at payment provider</dt>
          <dd className="mt-1 text-2xl font-semibold tracking-tight tabular-nums wrap-anywhere">{atProvider}</dd>
        </div>
        <Part name="Sales" hint="Excl. tax" amount={sales} />
        <Part name="Refunds" hint="Excl. tax, deducted from sales" amount={refunds} />
        <Part name="Tax" hint="Tax collected" amount={tax} />
        {lateRefunds && <Part name="Refunds in progress" hint="Late payments being refunded" amount={lateRefunds} />}
      </dl>
    </CardSection>
  );
}

function Part({ name, hint, amount }: { name: string; hint: string; amount: string }) {
  return (
    <div className="flex items-start justify-between gap-4 border-t border-border py-2.5 last:pb-0">
      <dt className="min-w-0">
        {name}
        <span className="block text-xs text-muted">{hint}</span>
      </dt>
      <dd className="shrink-0 font-medium whitespace-nowrap tabular-nums">{amount}</dd>
    </div>
  );
}
