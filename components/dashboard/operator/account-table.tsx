import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import { MeasureButton } from './measure-button.tsx';
import { ActionsCell, NameCell, StateCell } from './table-cells.tsx';
import { VerifyAddressButton } from './verify-address-button.tsx';

/** An account in the operator's list. */
export interface AccountLine {
  readonly merchantId: string;
  readonly name: string;
  readonly email: string;
  readonly isVerified: boolean;
  readonly isSuspended: boolean;
  readonly suspensionReason: string | null;
  readonly hasTwoFactor: boolean;
  readonly storeCount: number;
  readonly createdAt: Date;
  readonly lastSeenAt: Date | null;
}

const columns: readonly Column<AccountLine>[] = [
  {
    head: 'Account',
    className: 'lg:min-w-72',
    cell: ({ name, email }) => <NameCell name={name} detail={email} />,
  },
  {
    head: 'Status',
    cell: ({ isVerified, isSuspended, suspensionReason, hasTwoFactor }) => (
      <StateCell reason={suspensionReason}>
        {isSuspended && <Badge tone="danger">Suspended</Badge>}
        {isVerified ? <Badge tone="success">Verified</Badge> : <Badge tone="warning">Unverified</Badge>}
        {hasTwoFactor && <Badge>Two-factor</Badge>}
      </StateCell>
    ),
  },
  { head: 'Stores', isNumber: true, cell: ({ storeCount }) => storeCount },
  { head: 'Created', cell: ({ createdAt }) => <Time value={createdAt} dateOnly /> },
  {
    head: 'Last seen',
    cell: ({ lastSeenAt }) =>
      lastSeenAt ? <Time value={lastSeenAt} dateOnly /> : <span className="text-muted">No session</span>,
  },
  {
    head: 'Actions',
    cell: ({ merchantId, name, isVerified, isSuspended }) => (
      <ActionsCell>
        {!isVerified && <VerifyAddressButton merchantId={merchantId} name={name} />}
        <MeasureButton
          action="operator/set-merchant-suspension"
          body={{ merchantId, suspended: !isSuspended }}
          label={isSuspended ? 'Reinstate' : 'Suspend'}
          name={name}
          effect={
            isSuspended
              ? 'All stores of this account can accept live payments again, except stores suspended individually.'
              : 'Live sales stop in all stores of this account, and renewals are put on hold. The owner can still sign in and view data.'
          }
          isRestriction={!isSuspended}
        />
      </ActionsCell>
    ),
  },
];

export const AccountTable = ({ accounts }: { accounts: readonly AccountLine[] }) => (
  <DataTable caption="Accounts" columns={columns} lines={accounts} keyOf={({ merchantId }) => merchantId} />
);
