import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { MeasureButton } from './measure-button.tsx';
import { ActionsCell, NameCell, StateCell } from './table-cells.tsx';

/** A store in the operator's list. */
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
  /** The number of live orders; "1,000+" above the counting limit. */
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
    head: 'Status',
    cell: ({ status, prodEnabled, isSuspended, isSuspendedWithOwner, suspensionReason }) => (
      <StateCell reason={suspensionReason}>
        {isSuspended && <Badge tone="danger">Suspended</Badge>}
        {isSuspendedWithOwner && <Badge tone="danger">Owner suspended</Badge>}
        {prodEnabled ? <Badge tone="success">Live enabled</Badge> : <Badge>Test only</Badge>}
        {status !== 'active' && <Badge tone="warning">{status} (set by owner)</Badge>}
      </StateCell>
    ),
  },
  { head: 'Live orders', isNumber: true, cell: ({ orders }) => orders },
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
              ? 'The store can accept live payments again.'
              : 'Live sales stop and renewals are put on hold. Test mode still works.'
          }
          isRestriction={!isSuspended}
        />
        <MeasureButton
          action="operator/set-prod-enabled"
          body={{ storeId, enabled: !prodEnabled }}
          label={prodEnabled ? 'Disable live mode' : 'Enable live mode'}
          name={name}
          effect={
            prodEnabled
              ? 'New and open live checkouts are rejected. Subscriptions keep renewing.'
              : 'The store can accept live payments immediately, without verification.'
          }
          isRestriction={prodEnabled}
        />
      </ActionsCell>
    ),
  },
];

export const StoreTable = ({ stores }: { stores: readonly StoreLine[] }) => (
  <DataTable caption="Stores" columns={columns} lines={stores} keyOf={({ storeId }) => storeId} />
);
