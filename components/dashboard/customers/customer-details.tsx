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
  /** A currency each, ready to read: what is left of what they paid, and what of it they got back. */
  spent: readonly { readonly kept: string; readonly refunded: string | null }[];
}

/** Who a customer is, since when, and what they have spent. */
export const CustomerDetails = (props: CustomerDetailsProps) => (
  <DefinitionList>
    {props.email && (
      <Definition term="Email">
        <a href={`mailto:${props.email}`} className="break-all text-link underline underline-offset-2">
          {props.email}
        </a>
      </Definition>
    )}
    <Definition term="Your own id">
      {props.identity ?? <span className="text-muted">None given: they are known by their email address</span>}
    </Definition>
    {props.country && <Definition term="Country">{props.country}</Definition>}
    <Definition term="Spent">
      {props.spent.length === 0 && <span className="text-muted">Nothing so far</span>}
      {props.spent.map(({ kept, refunded }) => (
        <p key={kept} className="tabular-nums">
          <strong className="font-semibold">{kept}</strong>
          {refunded && <span className="text-muted"> after {refunded} was given back</span>}
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
