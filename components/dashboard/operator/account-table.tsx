import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import { MeasureButton } from './measure-button.tsx';
import { ActionsCell, NameCell, StateCell } from './table-cells.tsx';
import { VerifyAddressButton } from './verify-address-button.tsx';

/** An account as the operator's list shows it. */
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
    head: 'State',
    cell: ({ isVerified, isSuspended, suspensionReason, hasTwoFactor }) => (
      <StateCell reason={suspensionReason}>
        {isSuspended && <Badge tone="danger">Suspended</Badge>}
        {isVerified ? <Badge tone="success">Verified</Badge> : <Badge tone="warning">Not verified</Badge>}
        {hasTwoFactor && <Badge>Two-factor</Badge>}
      </StateCell>
    ),
  },
  { head: 'Stores', isNumber: true, cell: ({ storeCount }) => storeCount },
  { head: 'Created', cell: ({ createdAt }) => <Time value={createdAt} dateOnly /> },
  {
    head: 'Signed in',
    cell: ({ lastSeenAt }) =>
      lastSeenAt ? <Time value={lastSeenAt} dateOnly /> : <span className="text-muted">Not now</span>,
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
              ? 'All its stores may sell in prod again, unless one is suspended by itself.'
              : 'None of its stores sells in prod, and renewals wait. The account can still sign in and read.'
          }
          isTaken={!isSuspended}
        />
      </ActionsCell>
    ),
  },
];

export const AccountTable = ({ accounts }: { accounts: readonly AccountLine[] }) => (
  <DataTable caption="Accounts" columns={columns} lines={accounts} keyOf={({ merchantId }) => merchantId} />
);
