import { Markdown } from '#components/storefront/page/markdown.tsx';
import { CopyField } from '#components/ui/copy-field.tsx';
import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { Link } from '#components/ui/link.tsx';
import type { ProductContent } from '#server/catalog/rules/product.ts';

interface ProductDetailsProps {
  /** The Short ID. */
  id: string;
  version: ProductContent & { readonly versionNumber: number };
  /** "every month"; null: a one-time product. */
  period: string | null;
  trialDays: number;
  /** The list of the product's orders. */
  ordersHref: string;
}

const none = <span className="text-muted">None</span>;

/** A version's content without its prices. */
export function ProductDetails({ id, version, period, trialDays, ordersHref }: ProductDetailsProps) {
  const { versionNumber, description, media, successUrl } = version;
  const metadata = Object.entries(version.metadata).filter(([name]) => period === null || name !== 'trialDays');
  return (
    <DefinitionList>
      <Definition term="Version">{versionNumber}</Definition>
      <Definition term="Type">
        {period ? `Subscription, billed ${period}` : 'One-time purchase'}
        {trialDays > 0 && `, ${trialDays}-day trial`}
      </Definition>
      <Definition term="Description">
        {description ? (
          <div dir="auto" className="max-w-prose">
            <Markdown text={description} />
          </div>
        ) : (
          none
        )}
      </Definition>
      <Definition term="Media">
        {media.length === 0 && none}
        <ol className="flex flex-col gap-1">
          {media.map(({ url, alt }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: URLs may repeat, and the order is fixed
            <li key={index}>
              <a href={url} rel="noreferrer" className="break-all text-link underline">
                {url}
              </a>
              {alt && <span className="block text-muted">{alt}</span>}
            </li>
          ))}
        </ol>
      </Definition>
      <Definition term="Redirect URL">
        {successUrl ? (
          <span className="break-all">{successUrl}</span>
        ) : (
          <span className="text-muted">Default confirmation page</span>
        )}
      </Definition>
      {metadata.length > 0 && (
        <Definition term="Metadata">
          <ul className="flex flex-col gap-1 font-mono text-xs">
            {metadata.map(([name, value]) => (
              <li key={name} className="wrap-anywhere">
                <span className="text-muted">{name}:</span> {typeof value === 'string' ? value : JSON.stringify(value)}
              </li>
            ))}
          </ul>
        </Definition>
      )}
      <Definition term="Orders">
        <Link href={ordersHref} className="text-link underline">
          View orders
        </Link>
      </Definition>
      <Definition term="Product ID">
        <CopyField value={id} label="product ID" className="max-w-sm" />
      </Definition>
    </DefinitionList>
  );
}
