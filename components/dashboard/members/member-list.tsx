import { Table } from '#components/ui/table.tsx';
import type { Environment } from '#server/domain/environments.ts';
import type { Role } from '#server/stores/rules/roles.ts';
import { type MemberLine, MemberRow } from './member-row.tsx';

interface MemberListProps {
  members: readonly MemberLine[];
  store: { readonly id: string; readonly name: string };
  /** The current user's role. */
  role: Role;
  environment: Environment;
}

/** The store's members with their actions. */
export const MemberList = ({ members, store, role, environment }: MemberListProps) => (
  <Table caption="Members" head={['Name', 'Role', 'Since', { hidden: 'Actions' }]}>
    {members.map((member) => (
      <MemberRow key={member.merchantId} member={member} store={store} role={role} environment={environment} />
    ))}
  </Table>
);
