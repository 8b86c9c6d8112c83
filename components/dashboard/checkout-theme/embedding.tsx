import { CardSection } from '#components/ui/card.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { SiteListForm } from './site-list-form.tsx';

interface EmbeddingProps {
  storeId: string;
  environment: Environment;
  origins: readonly string[];
  maxOrigins: number;
  mayEdit: boolean;
}

const snippet = `<iframe
  src="CHECKOUT_URL"
  title="Checkout"
  allow="payment"
  style="width: 100%; height: 48rem; border: 0"
></iframe>`;

/** Where the checkout may be shown within another page. */
export const Embedding = (props: EmbeddingProps) => (
  <CardSection
    title="Embedding"
    description="Other sites cannot show your checkout in a frame, which protects your buyers from pages that pretend to be yours. Name your own sites here to allow it for them."
  >
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <SiteListForm {...props} action="store/update-checkout-framing" noun="Site" />
        <p className="text-sm text-muted">
          At most {props.maxOrigins}, by https. http://localhost is for your own machine, and counts for test checkouts
          only.
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex items-center justify-between gap-3">
          <p className="text-sm font-medium">Frame for your page</p>
          <CopyButton value={snippet} what="frame" />
        </div>
        <CodeBlock text={snippet} label="Frame for your page" />
        <p className="text-sm text-muted">
          CHECKOUT_URL is the <code className="font-mono">checkoutUrl</code> of a session. To go on in the whole window
          once it is paid, send the buyer from your <code className="font-mono">successUrl</code>.
        </p>
      </div>
    </div>
  </CardSection>
);
