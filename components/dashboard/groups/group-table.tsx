import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import type { GroupRules } from '#server/catalog/rules/group.ts';

interface GroupLine {
  readonly id: string;
  readonly name: string;
  readonly rules: GroupRules;
  /** How many there are. */
  readonly products: number;
  readonly updatedAt: Date;
}

const columns: readonly Column<GroupLine>[] = [
  { head: 'Name', className: 'wrap-anywhere', cell: ({ name }) => name },
  { head: 'Products', isNumber: true, cell: ({ products }) => products },
  { head: 'Trial', cell: ({ rules }) => (rules.sharedTrial ? 'One for the group' : 'One for each product') },
  { head: 'Changed', className: 'text-muted', cell: ({ updatedAt }) => <Time value={updatedAt} dateOnly /> },
];

/** Groups, newest first. The whole row leads to the group. */
export const GroupTable = ({ groups, base }: { groups: readonly GroupLine[]; base: string }) => (
  <DataTable
    caption="Groups"
    columns={columns}
    lines={groups}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => `${base}/groups/${id}`}
  />
);
