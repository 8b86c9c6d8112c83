import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';

/** A customer in the list. Amounts are formatted. */
export interface CustomerLine {
  readonly id: string;
  readonly name: string;
  /** The merchant's ID for the customer, if the name is another one. */
  readonly identity: string | null;
  readonly country: string | null;
  readonly orders: number;
  /** Per currency, minus refunds. */
  readonly spent: readonly string[];
  readonly firstOrderAt: Date;
  readonly lastOrderAt: Date;
}

const columns: readonly Column<CustomerLine>[] = [
  {
    head: 'Customer',
    className: 'wrap-anywhere xl:min-w-56',
    cell: ({ name, identity }) => (
      <>
        {name}
        {identity && <span className="text-xs font-normal text-muted md:block"> {identity}</span>}
      </>
    ),
  },
  { head: 'Country', cell: ({ country }) => country },
  { head: 'Orders', isNumber: true, cell: ({ orders }) => orders },
  {
    head: 'Total spent',
    isNumber: true,
    cell: ({ spent }) => (spent.length === 0 ? <span className="text-muted">—</span> : <Lines lines={spent} />),
  },
  { head: 'First order', className: 'text-muted', cell: ({ firstOrderAt }) => <Time value={firstOrderAt} dateOnly /> },
  { head: 'Last order', className: 'text-muted', cell: ({ lastOrderAt }) => <Time value={lastOrderAt} dateOnly /> },
];

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <>
    {lines.map((line) => (
      <span key={line} className="block">
        {line}
      </span>
    ))}
  </>
);

/** A table of customers. Each row links to the customer. */
export const CustomerTable = ({ customers, base }: { customers: readonly CustomerLine[]; base: string }) => (
  <DataTable
    caption="Customers"
    columns={columns}
    lines={customers}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => `${base}/customers/${id}`}
  />
);
