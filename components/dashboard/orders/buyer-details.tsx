import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { Link } from '#components/ui/link.tsx';
import type { BillingDetail } from '#server/domain/billing-detail.ts';

interface BuyerDetailsProps {
  email: string | null;
  identity: string | null;
  billing: BillingDetail | null;
  /** The country's name. */
  country: string | undefined;
  /** Where all that they bought stands together; null: they have bought nothing so far. */
  customerHref: string | null;
}

/** Who buys, as far as that is known. */
export function BuyerDetails({ email, identity, billing, country, customerHref }: BuyerDetailsProps) {
  if (!email && !billing && !identity) {
    return <p className="text-sm text-muted">Not known until the buyer fills in the checkout.</p>;
  }
  const place = [billing?.postcode, billing?.state, country].filter(Boolean).join(', ');
  return (
    <DefinitionList>
      {email && (
        <Definition term="Email">
          <a href={`mailto:${email}`} className="break-all text-link underline underline-offset-2">
            {email}
          </a>
        </Definition>
      )}
      {identity && identity !== email && <Definition term="Your own id">{identity}</Definition>}
      {place && <Definition term="Place">{place}</Definition>}
      {billing && (
        <Definition term="Buys as">{billing.isBusiness ? billing.businessName || 'Business' : 'Person'}</Definition>
      )}
      {billing?.taxId && <Definition term="Tax id">{billing.taxId}</Definition>}
      {customerHref && (
        <Definition term="Customer">
          <Link href={customerHref} className="text-link underline underline-offset-2">
            All that they bought
          </Link>
        </Definition>
      )}
    </DefinitionList>
  );
}
