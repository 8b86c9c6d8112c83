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

/** The sites that checkouts created with the store's slug may redirect to after payment. */
export const ReturnSites = (props: ReturnSitesProps) => (
  <CardSection
    title="Return sites"
    description="Anyone can create a checkout with your store’s slug and choose its redirect URL. List your sites to reject all others. Checkouts created with an API key are not limited."
  >
    <div className="flex max-w-xl min-w-0 flex-col gap-4">
      <SiteListForm {...props} action="store/update-return-origins" noun="Return site" />
      <p className="text-sm text-muted">Up to {props.maxOrigins} sites. An empty list allows any site.</p>
    </div>
  </CardSection>
);
