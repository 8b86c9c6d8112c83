import Link from 'next/link';
import type { ProductStatus } from '../../../server/domain/product.ts';
import { Cell, Row, Table } from '../../ui/table.tsx';
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

/** Products, newest first. The whole row leads to the product. */
export function ProductTable({ products, base }: { products: readonly ProductLine[]; base: string }) {
  return (
    <Table caption="Products" head={['Name', 'Prices', 'In test', 'In prod', 'Created']}>
      {products.map(({ id, name, prices, testStatus, prodStatus, createdAt }) => (
        <Row key={id} className="hover:bg-sunken">
          <Cell className="max-md:text-base">
            <Link
              href={`${base}/products/${id}`}
              className="min-w-0 font-medium break-words after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            >
              {name}
            </Link>
          </Cell>
          <Cell label="Prices" className="tabular-nums">
            {prices.slice(0, 3).join(' · ')}
            {prices.length > 3 && <span className="text-muted"> and {prices.length - 3} more</span>}
          </Cell>
          <Cell label="In test">
            <ProductBadge status={testStatus} />
          </Cell>
          <Cell label="In prod">
            <ProductBadge status={prodStatus ?? 'unpublished'} />
          </Cell>
          <Cell label="Created" className="text-muted">
            <Time value={createdAt} dateOnly />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
