import type { ReactNode } from 'react';
import { CopyField } from '#components/ui/copy-field.tsx';
import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { Link } from '#components/ui/link.tsx';
import { Time } from '#components/ui/time.tsx';

interface PaymentDetailsProps {
  /** The Short ID. */
  id: string;
  /** Amounts are formatted. */
  amount: string;
  tax: { readonly name: string; readonly amount: string };
  card: string;
  purpose: ReactNode;
  failureReason: string | null;
  failureCode: string | null;
  /** Whether it was charged too late to be used, and its refund is outstanding at the provider. */
  isRefundOutstanding: boolean;
  provider: string;
  /** The provider's ID of the payment. */
  providerPaymentId: string | null;
  createdAt: Date;
  succeededAt: Date | null;
  order: { readonly name: string; readonly href: string };
  customer: { readonly name: string; readonly href: string | null } | null | '';
}

const linkClass = 'text-link underline underline-offset-2 wrap-anywhere';

/** A payment's order, amount, method and outcome. */
export function PaymentDetails(props: PaymentDetailsProps) {
  const { id, amount, tax, card, purpose, failureReason, failureCode, provider, order, customer } = props;
  return (
    <DefinitionList>
      <Definition term="Order">
        <Link href={order.href} className={linkClass}>
          {order.name}
        </Link>
      </Definition>
      {customer && (
        <Definition term="Customer">
          {customer.href ? (
            <Link href={customer.href} className={linkClass}>
              {customer.name}
            </Link>
          ) : (
            customer.name
          )}
        </Definition>
      )}
      <Definition term="For">{purpose}</Definition>
      <Definition term="Amount">
        <strong className="font-semibold">{amount}</strong>
      </Definition>
      <Definition term={`Incl. ${tax.name}`}>{tax.amount}</Definition>
      <Definition term="Payment method">{card}</Definition>
      {failureReason && (
        <Definition term="Decline reason">
          {failureReason}
          {failureCode && <code className="block font-mono text-xs text-muted">{failureCode}</code>}
          {props.isRefundOutstanding && (
            <p className="text-danger-text">
              The payment provider has not refunded it yet. The refund will be retried.
            </p>
          )}
        </Definition>
      )}
      <Definition term="Created">
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
      <Definition term="Payment ID">
        <CopyField value={id} label="payment ID" className="max-w-sm" />
      </Definition>
    </DefinitionList>
  );
}
