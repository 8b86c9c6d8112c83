import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { Time } from '#components/ui/time.tsx';

interface CustomerDetailsProps {
  email: string | null;
  identity: string | null;
  /** The country's name. */
  country: string | null;
  orders: number;
  firstOrderAt: Date;
  lastOrderAt: Date;
  /** Per currency, formatted: the amount paid minus refunds, and the refunds. */
  spent: readonly { readonly net: string; readonly refunded: string | null }[];
}

/** A customer's identity, orders and spending. */
export const CustomerDetails = (props: CustomerDetailsProps) => (
  <DefinitionList>
    {props.email && (
      <Definition term="Email">
        <a href={`mailto:${props.email}`} className="break-all text-link underline underline-offset-2">
          {props.email}
        </a>
      </Definition>
    )}
    <Definition term="Customer ID">
      {props.identity ?? <span className="text-muted">None (identified by email)</span>}
    </Definition>
    {props.country && <Definition term="Country">{props.country}</Definition>}
    <Definition term="Total spent">
      {props.spent.length === 0 && <span className="text-muted">None</span>}
      {props.spent.map(({ net, refunded }) => (
        <p key={net} className="tabular-nums">
          <strong className="font-semibold">{net}</strong>
          {refunded && <span className="text-muted"> ({refunded} refunded)</span>}
        </p>
      ))}
    </Definition>
    <Definition term="Orders">{props.orders}</Definition>
    <Definition term="First order">
      <Time value={props.firstOrderAt} />
    </Definition>
    <Definition term="Last order">
      <Time value={props.lastOrderAt} />
    </Definition>
  </DefinitionList>
);
