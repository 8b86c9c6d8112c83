import type { ReactNode } from 'react';
import { CopyField } from '#components/ui/copy-field.tsx';
import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { Link } from '#components/ui/link.tsx';
import { Time } from '#components/ui/time.tsx';

interface PaymentDetailsProps {
  /** The Short ID. */
  id: string;
  /** Amounts are ready to read. */
  amount: string;
  tax: { readonly name: string; readonly amount: string };
  card: string;
  purpose: ReactNode;
  failureReason: string | null;
  failureCode: string | null;
  /** Whether it took money that bought nothing, which the provider has not given back yet. */
  isOwed: boolean;
  provider: string;
  /** What the provider calls it. */
  providerPaymentId: string | null;
  createdAt: Date;
  succeededAt: Date | null;
  order: { readonly name: string; readonly href: string };
  buyer: { readonly name: string; readonly href: string | null } | null | '';
}

const linkClass = 'text-link underline underline-offset-2 wrap-anywhere';

/** One attempt to pay: for what, by what, and what became of it. */
export function PaymentDetails(props: PaymentDetailsProps) {
  const { id, amount, tax, card, purpose, failureReason, failureCode, provider, order, buyer } = props;
  return (
    <DefinitionList>
      <Definition term="Order">
        <Link href={order.href} className={linkClass}>
          {order.name}
        </Link>
      </Definition>
      {buyer && (
        <Definition term="Buyer">
          {buyer.href ? (
            <Link href={buyer.href} className={linkClass}>
              {buyer.name}
            </Link>
          ) : (
            buyer.name
          )}
        </Definition>
      )}
      <Definition term="For">{purpose}</Definition>
      <Definition term="Amount">
        <strong className="font-semibold">{amount}</strong>
      </Definition>
      <Definition term={`Of that, ${tax.name}`}>{tax.amount}</Definition>
      <Definition term="Paid by">{card}</Definition>
      {failureReason && (
        <Definition term="Why it failed">
          {failureReason}
          {failureCode && <code className="block font-mono text-xs text-muted">{failureCode}</code>}
          {props.isOwed && (
            <p className="text-danger-text">
              The payment provider has not given the money back so far. It is asked again.
            </p>
          )}
        </Definition>
      )}
      <Definition term="Begun">
        <Time value={props.createdAt} />
      </Definition>
      {props.succeededAt && (
        <Definition term="Succeeded">
          <Time value={props.succeededAt} />
        </Definition>
      )}
      <Definition term="Provider">
        {provider.replace(/^./, (letter) => letter.toUpperCase())}
        {props.providerPaymentId && (
          <code className="block font-mono text-xs break-all text-muted">{props.providerPaymentId}</code>
        )}
      </Definition>
      <Definition term="Payment id">
        <CopyField value={id} what="payment id" className="max-w-sm" />
      </Definition>
    </DefinitionList>
  );
}
