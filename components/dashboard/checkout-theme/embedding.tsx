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

/** The sites that may embed the checkout in a frame. */
export const Embedding = (props: EmbeddingProps) => (
  <CardSection
    title="Embedding"
    description="Allow your sites to embed the checkout in an iframe. All other sites are blocked to prevent clickjacking."
  >
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <SiteListForm {...props} action="store/update-checkout-framing" noun="Site" />
        <p className="text-sm text-muted">
          Up to {props.maxOrigins} sites, HTTPS only. http://localhost works for test checkouts.
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex items-center justify-between gap-3">
          <p className="text-sm font-medium">Embed code</p>
          <CopyButton value={snippet} label="embed code" />
        </div>
        <CodeBlock text={snippet} label="Embed code" />
        <p className="text-sm text-muted">
          CHECKOUT_URL is the <code className="font-mono">checkoutUrl</code> of a session. To leave the iframe after
          payment, redirect the top window from your <code className="font-mono">successUrl</code>.
        </p>
      </div>
    </div>
  </CardSection>
);
