import type { ProductStatus } from '../../../server/domain/product.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Time } from '../../ui/time.tsx';
import { ProductBadge } from '../status-badge.tsx';

/** A product as the list shows it. `id` is the Short ID, `prices` are ready to read. */
export interface ProductLine {
  readonly id: string;
  readonly name: string;
  readonly prices: readonly string[];
  readonly testStatus: ProductStatus;
  /** Null: never published. */
  readonly prodStatus: ProductStatus | null;
  readonly createdAt: Date;
}

const columns: readonly Column<ProductLine>[] = [
  { head: 'Name', className: 'wrap-anywhere xl:min-w-40', cell: ({ name }) => name },
  {
    head: 'Prices',
    className: 'tabular-nums',
    cell: ({ prices }) => (
      <>
        {prices.slice(0, 3).join(' · ')}
        {prices.length > 3 && <span className="text-muted"> and {prices.length - 3} more</span>}
      </>
    ),
  },
  { head: 'In test', cell: ({ testStatus }) => <ProductBadge status={testStatus} /> },
  { head: 'In prod', cell: ({ prodStatus }) => <ProductBadge status={prodStatus ?? 'unpublished'} /> },
  { head: 'Created', className: 'text-muted', cell: ({ createdAt }) => <Time value={createdAt} dateOnly /> },
];

/** Products, newest first. The whole row leads to the product. */
export const ProductTable = ({ products, base }: { products: readonly ProductLine[]; base: string }) => (
  <DataTable
    caption="Products"
    columns={columns}
    lines={products}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => `${base}/products/${id}`}
  />
);
