import { CardSection } from '#components/ui/card.tsx';

/** What the accounts of one currency come to, ready to read. */
export interface CurrencyBalance {
  readonly currency: string;
  readonly held: string;
  readonly sales: string;
  readonly refunds: string;
  readonly tax: string;
  /** Null: nothing, as nearly always. */
  readonly owed: string | null;
}

/** One currency: what the provider holds, and what that is made of. */
export function BalanceCard({ currency, held, sales, refunds, tax, owed }: CurrencyBalance) {
  return (
    <CardSection title={currency}>
      <dl className="text-sm">
        <div className="pb-4">
          <dt className="text-muted">Held by the payment provider</dt>
          <dd className="mt-1 text-2xl font-semibold tracking-tight tabular-nums wrap-anywhere">{held}</dd>
        </div>
        <Part name="Sales" hint="Without tax" amount={sales} />
        <Part name="Refunds" hint="Without tax; taken off the sales" amount={refunds} />
        <Part name="Tax" hint="To be paid to the tax office" amount={tax} />
        {owed && <Part name="Owed to buyers" hint="Payments that bought nothing, on their way back" amount={owed} />}
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
