import { UserPlus } from 'lucide-react';
import type { Metadata } from 'next';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { InvitationList } from '#components/dashboard/members/invitation-list.tsx';
import { InviteForm } from '#components/dashboard/members/invite-form.tsx';
import { MemberList } from '#components/dashboard/members/member-list.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { toShortId } from '#server/domain/ids.ts';
import { readClock } from '#server/platform/clock.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { settings } from '#server/platform/settings.ts';
import { may } from '#server/stores/rules/roles.ts';
import { invitationState } from '#server/stores/rules/store-invitation.ts';
import { listPendingInvitations } from '#server/stores/store-invitations.ts';
import { listStoreMembers } from '#server/stores/store-members.ts';

export const metadata: Metadata = { title: 'Members' };

export default async function MembersPage({ params }: StorePageProps) {
  const { db, store, environment, merchant } = await requireScope(params, '/members');
  const mayManage = may(store.role, 'manageMembers');
  const [members, invitations] = await Promise.all([
    listStoreMembers(db, store.id),
    listPendingInvitations(db, scopeOfStore(store)),
  ]);
  const now = readClock();
  const storeRef = { id: toShortId('STO', store.id), name: store.name };
  return (
    <>
      <PageHeader title="Members" description="Your team. Members have access to test and live." />
      <div className="flex max-w-4xl flex-col gap-6">
        {!mayManage && <Alert role="note">Only the store owner and admins can invite or change members.</Alert>}
        <CardSection title="Team" flush>
          <MemberList
            members={members.map(({ merchantId, ...member }) => ({
              ...member,
              merchantId: toShortId('MER', merchantId),
              isYou: merchantId === merchant.id,
            }))}
            store={storeRef}
            role={store.role}
            environment={environment}
          />
        </CardSection>
        {mayManage && (
          <CardSection
            title="Invite member"
            description={
              settings().smtpUrl
                ? 'Sends an email with a link that expires in 7 days.'
                : 'No mail server is configured. Copy the invitation link and send it yourself. It expires in 7 days.'
            }
          >
            <InviteForm storeId={storeRef.id} environment={environment} />
          </CardSection>
        )}
        <CardSection title="Pending invitations" flush>
          {invitations.length === 0 ? (
            <EmptyState icon={UserPlus} title="No pending invitations">
              Pending invitations appear here. Invited people sign in or create an account.
            </EmptyState>
          ) : (
            <InvitationList
              invitations={invitations.map((invitation) => ({
                id: invitation.id,
                email: invitation.email,
                role: invitation.role,
                expiresAt: invitation.expiresAt,
                isExpired: invitationState(invitation, now) === 'expired',
              }))}
              environment={environment}
              mayManage={mayManage}
            />
          )}
        </CardSection>
      </div>
    </>
  );
}
