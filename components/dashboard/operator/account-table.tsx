import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Time } from '../../ui/time.tsx';
import { MeasureButton } from './measure-button.tsx';
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
    cell: ({ name, email }) => (
      <>
        <bdi>{name}</bdi>
        <span className="block text-sm font-normal wrap-anywhere text-muted">{email}</span>
      </>
    ),
  },
  {
    head: 'State',
    cell: ({ isVerified, isSuspended, suspensionReason, hasTwoFactor }) => (
      <span className="flex flex-wrap gap-1.5 max-md:justify-end">
        {isSuspended && <Badge tone="danger">Suspended</Badge>}
        {isVerified ? <Badge tone="success">Verified</Badge> : <Badge tone="warning">Not verified</Badge>}
        {hasTwoFactor && <Badge>Two-factor</Badge>}
        {suspensionReason && <span className="basis-full text-xs wrap-anywhere text-muted">{suspensionReason}</span>}
      </span>
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
      <span className="flex flex-wrap gap-2 max-md:justify-end">
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
      </span>
    ),
  },
];

export const AccountTable = ({ accounts }: { accounts: readonly AccountLine[] }) => (
  <DataTable caption="Accounts" columns={columns} lines={accounts} keyOf={({ merchantId }) => merchantId} />
);
