import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { Link } from '#components/ui/link.tsx';
import type { BillingDetail } from '#server/domain/billing-detail.ts';

interface CustomerSummaryProps {
  email: string | null;
  identity: string | null;
  billing: BillingDetail | null;
  /** The country's name. */
  country: string | undefined;
  /** The customer's page; null until they have bought something. */
  customerHref: string | null;
}

/** The customer of an order. */
export function CustomerSummary({ email, identity, billing, country, customerHref }: CustomerSummaryProps) {
  if (!email && !billing && !identity) {
    return <p className="text-sm text-muted">Unknown until the customer completes the checkout form.</p>;
  }
  const location = [billing?.postcode, billing?.state, country].filter(Boolean).join(', ');
  return (
    <DefinitionList>
      {email && (
        <Definition term="Email">
          <a href={`mailto:${email}`} className="break-all text-link underline underline-offset-2">
            {email}
          </a>
        </Definition>
      )}
      {identity && identity !== email && <Definition term="Customer ID">{identity}</Definition>}
      {location && <Definition term="Location">{location}</Definition>}
      {billing && (
        <Definition term="Customer type">
          {billing.isBusiness ? billing.businessName || 'Business' : 'Individual'}
        </Definition>
      )}
      {billing?.taxId && <Definition term="Tax ID">{billing.taxId}</Definition>}
      {customerHref && (
        <Definition term="Profile">
          <Link href={customerHref} className="text-link underline underline-offset-2">
            View customer
          </Link>
        </Definition>
      )}
    </DefinitionList>
  );
}
