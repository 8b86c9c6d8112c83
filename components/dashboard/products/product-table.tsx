import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import type { ProductStatus, ProductType } from '#server/catalog/rules/product.ts';
import { ProductBadge } from '../status-badge.tsx';

/** A product in the list. `id` is the Short ID, `prices` are formatted. */
export interface ProductLine {
  readonly id: string;
  readonly name: string;
  readonly type: ProductType;
  readonly prices: readonly string[];
  readonly versionNumber: number;
  /** The status in the list's environment. */
  readonly status: ProductStatus | 'unpublished';
  readonly isPublished: boolean;
  /** Whether the test and live versions differ. */
  readonly isDifferent: boolean;
  readonly createdAt: Date;
}

const columns: readonly Column<ProductLine>[] = [
  { head: 'Name', className: 'wrap-anywhere xl:min-w-40', cell: ({ name }) => name },
  { head: 'Type', cell: ({ type }) => (type === 'onetime' ? 'One-time' : 'Subscription') },
  {
    head: 'Prices',
    className: 'tabular-nums',
    cell: ({ prices: [first, ...others] }) => (
      <>
        {first}
        {others.length > 0 && <span className="text-muted"> and {others.length} more</span>}
      </>
    ),
  },
  { head: 'Version', isNumber: true, cell: ({ versionNumber }) => versionNumber },
  { head: 'Status', cell: ({ status }) => <ProductBadge status={status} /> },
  { head: 'Publication', cell: (line) => <PublicationBadge {...line} /> },
  { head: 'Created', className: 'text-muted', cell: ({ createdAt }) => <Time value={createdAt} dateOnly /> },
];

/** Whether the product is published and up to date in live mode. */
export function PublicationBadge({ isPublished, isDifferent }: Pick<ProductLine, 'isPublished' | 'isDifferent'>) {
  if (!isPublished) return <ProductBadge status="unpublished" />;
  return isDifferent ? <Badge tone="warning">Unpublished changes</Badge> : <Badge tone="success">Up to date</Badge>;
}

/** A table of products, newest first. Each row links to its product. */
export const ProductTable = ({ products, base }: { products: readonly ProductLine[]; base: string }) => (
  <DataTable
    caption="Products"
    columns={columns}
    lines={products}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => `${base}/products/${id}`}
  />
);
