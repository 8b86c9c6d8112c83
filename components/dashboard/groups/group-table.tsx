import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import type { GroupRules } from '#server/catalog/rules/group.ts';

interface GroupLine {
  readonly id: string;
  readonly name: string;
  readonly rules: GroupRules;
  /** The number of products. */
  readonly products: number;
  readonly updatedAt: Date;
}

const columns: readonly Column<GroupLine>[] = [
  { head: 'Name', className: 'wrap-anywhere', cell: ({ name }) => name },
  { head: 'Products', isNumber: true, cell: ({ products }) => products },
  { head: 'Free trial', cell: ({ rules }) => (rules.sharedTrial ? 'One per customer' : 'One per plan') },
  { head: 'Updated', className: 'text-muted', cell: ({ updatedAt }) => <Time value={updatedAt} dateOnly /> },
];

/** A table of plan groups, newest first. Each row links to its group. */
export const GroupTable = ({ groups, base }: { groups: readonly GroupLine[]; base: string }) => (
  <DataTable
    caption="Plan groups"
    columns={columns}
    lines={groups}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => `${base}/groups/${id}`}
  />
);
