import type { Environment } from '../../../server/domain/environments.ts';
import type { Role } from '../../../server/domain/roles.ts';
import { Badge } from '../../ui/badge.tsx';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { MemberActions } from './member-actions.tsx';
import { roleWords } from './role-words.ts';

/** A member as the page shows it. */
export interface MemberLine {
  readonly merchantId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly isYou: boolean;
}

interface MemberListProps {
  members: readonly MemberLine[];
  store: { readonly id: string; readonly name: string };
  /** Of who looks. */
  role: Role;
  environment: Environment;
}

/** Who is in the store, and what may be done about it. */
export const MemberList = ({ members, store, role, environment }: MemberListProps) => (
  <Table caption="Members" head={['Name', 'Role', 'Since', { hidden: 'Actions' }]}>
    {members.map((member) => (
      <Row key={member.merchantId}>
        <Cell className="max-md:pe-12">
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
              <bdi>{member.name}</bdi> {member.isYou && <Badge>You</Badge>}
            </p>
            <p className="text-muted wrap-anywhere">{member.email}</p>
          </div>
        </Cell>
        <Cell label="Role">
          <Badge tone={member.role === 'owner' ? 'info' : 'neutral'}>{roleWords[member.role]}</Badge>
        </Cell>
        <Cell label="Since" className="text-muted">
          <Time value={member.createdAt} dateOnly />
        </Cell>
        <Cell className="text-end max-md:absolute max-md:end-2 max-md:top-1.5">
          <MemberActions member={member} store={store} role={role} environment={environment} />
        </Cell>
      </Row>
    ))}
  </Table>
);
