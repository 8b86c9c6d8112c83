import { CardSection } from '#components/ui/card.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { SiteListForm } from './site-list-form.tsx';

interface ReturnSitesProps {
  storeId: string;
  environment: Environment;
  origins: readonly string[];
  maxOrigins: number;
  mayEdit: boolean;
}

/** Where checkouts that anyone made with the store's slug may send the buyer after the payment. */
export const ReturnSites = (props: ReturnSitesProps) => (
  <CardSection
    title="Return sites"
    description="Anyone can create a checkout with your store’s slug and choose where the buyer goes after the payment. List your own sites to refuse all others. Checkouts created with an API key are not limited."
  >
    <div className="flex max-w-xl min-w-0 flex-col gap-4">
      <SiteListForm {...props} action="store/update-return-origins" noun="Return site" />
      <p className="text-sm text-muted">At most {props.maxOrigins}. Without a list, any site is allowed.</p>
    </div>
  </CardSection>
);
