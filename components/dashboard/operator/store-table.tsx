import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { MeasureButton } from './measure-button.tsx';
import { ActionsCell, NameCell, StateCell } from './table-cells.tsx';

/** A store as the operator's list shows it. */
export interface StoreLine {
  readonly storeId: string;
  readonly name: string;
  readonly slug: string;
  readonly owner: string;
  readonly status: string;
  readonly prodEnabled: boolean;
  readonly isSuspended: boolean;
  readonly isSuspendedWithOwner: boolean;
  readonly suspensionReason: string | null;
  /** Orders in prod; "1,000+" beyond the count. */
  readonly orders: string;
}

const columns: readonly Column<StoreLine>[] = [
  {
    head: 'Store',
    className: 'xl:min-w-56',
    cell: ({ name, slug }) => <NameCell name={name} detail={slug} />,
  },
  { head: 'Owner', className: 'lg:min-w-48', cell: ({ owner }) => <span className="wrap-anywhere">{owner}</span> },
  {
    head: 'State',
    cell: ({ status, prodEnabled, isSuspended, isSuspendedWithOwner, suspensionReason }) => (
      <StateCell reason={suspensionReason}>
        {isSuspended && <Badge tone="danger">Suspended</Badge>}
        {isSuspendedWithOwner && <Badge tone="danger">Suspended with its owner</Badge>}
        {prodEnabled ? <Badge tone="success">Prod enabled</Badge> : <Badge>Test only</Badge>}
        {status !== 'active' && <Badge tone="warning">{status}, by its owner</Badge>}
      </StateCell>
    ),
  },
  { head: 'Orders in prod', isNumber: true, cell: ({ orders }) => orders },
  {
    head: 'Actions',
    cell: ({ storeId, name, prodEnabled, isSuspended }) => (
      <ActionsCell>
        <MeasureButton
          action="operator/set-store-suspension"
          body={{ storeId, suspended: !isSuspended }}
          label={isSuspended ? 'Reinstate' : 'Suspend'}
          name={name}
          effect={
            isSuspended
              ? 'The store may sell in prod again.'
              : 'The store sells nothing in prod, and renewals wait. Test still works.'
          }
          isTaken={!isSuspended}
        />
        <MeasureButton
          action="operator/set-prod-enabled"
          body={{ storeId, enabled: !prodEnabled }}
          label={prodEnabled ? 'Disable prod' : 'Enable prod'}
          name={name}
          effect={
            prodEnabled
              ? 'New and open checkouts are refused in prod. Subscriptions keep renewing.'
              : 'The store may sell in prod at once, without a verification.'
          }
          isTaken={prodEnabled}
        />
      </ActionsCell>
    ),
  },
];

export const StoreTable = ({ stores }: { stores: readonly StoreLine[] }) => (
  <DataTable caption="Stores" columns={columns} lines={stores} keyOf={({ storeId }) => storeId} />
);
