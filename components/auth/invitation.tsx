'use client';
import { useState } from 'react';
import { callAction } from '#components/actions/call-action.ts';
import { roleMeanings } from '#components/actions/role-words.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { Loading, Skeleton } from '#components/ui/skeleton.tsx';
import { Time } from '#components/ui/time.tsx';
import { AuthHeading } from './auth-heading.tsx';
import { callAuth } from './call-auth.ts';
import { forgetInvitation, type ShownInvitation, useInvitation } from './use-invitation.ts';

interface Account {
  readonly name: string;
  readonly email: string;
}

/** Shows an invitation, and takes the answer of whoever is signed in. */
export function Invitation({ account }: { account: Account | null }) {
  const found = useInvitation();
  if (found.status === 'reading') {
    return (
      <Loading what="invitation" className="flex flex-col gap-4">
        <h1 className="text-2xl font-semibold tracking-tight">Invitation</h1>
        <Skeleton className="h-32 w-full" />
        <Skeleton className="h-11 w-full" />
      </Loading>
    );
  }
  if (found.status !== 'found') {
    return (
      <>
        <AuthHeading title="Invitation">
          {found.status === 'missing' && 'Open the link from the newest email once more, the whole of it.'}
        </AuthHeading>
        <div className="flex flex-col gap-5">
          <Alert tone="warning">
            {found.status === 'missing'
              ? 'There is no such invitation: its link was replaced by a newer one, or it is incomplete.'
              : 'The invitation could not be read. Check your connection; the link is still good.'}
          </Alert>
          {found.status === 'unreachable' && (
            <Button variant="primary" size="large" onClick={() => window.location.reload()}>
              Try again
            </Button>
          )}
          {found.status === 'missing' && account && <ToDashboard />}
        </div>
      </>
    );
  }
  const { store, inviter, email, role, expiresAt, state } = found.invitation;
  return (
    <>
      <AuthHeading title={`Join ${store}`}>
        <bdi>{inviter}</bdi> invites you to be {role === 'admin' ? 'an admin' : 'a member'} of this store: to look after{' '}
        {roleMeanings.member}
        {role === 'admin' && ', and settings, members, webhooks and senders'}.
      </AuthHeading>
      <div className="flex flex-col gap-5">
        <DefinitionList>
          <Definition term="Sent to">{email}</Definition>
          <Definition term="Good until">
            <Time value={expiresAt} />
          </Definition>
        </DefinitionList>
        {state !== 'open' ? (
          <>
            <Alert tone="warning">{closed[state]}</Alert>
            {account && <ToDashboard />}
          </>
        ) : account ? (
          <Answer token={found.token} account={account} sentTo={email} />
        ) : (
          <ComeIn />
        )}
      </div>
    </>
  );
}

const closed: Readonly<Record<Exclude<ShownInvitation['state'], 'open'>, string>> = {
  accepted: 'This invitation has been accepted already.',
  revoked: 'This invitation has been taken back, or declined.',
  expired: `This invitation has expired. Ask for another one.`,
};

const ToDashboard = () => (
  <ButtonLink href="/dashboard" size="large">
    To the dashboard
  </ButtonLink>
);

const back = encodeURIComponent('/invitations');

/** For whoever is not signed in: they come back here after it. */
const ComeIn = () => (
  <div className="flex flex-col gap-3">
    <p className="text-sm text-muted">It is accepted with an account: yours, or a new one.</p>
    <ButtonLink href={`/sign-up?next=${back}`} variant="primary" size="large">
      Create an account
    </ButtonLink>
    <ButtonLink href={`/sign-in?next=${back}`} size="large">
      Sign in
    </ButtonLink>
  </div>
);

function Answer({ token, account, sentTo }: { token: string; account: Account; sentTo: string }) {
  const [doing, setDoing] = useState<'accept' | 'decline'>();
  const [isDeclined, setDeclined] = useState(false);
  const [error, setError] = useState<string>();
  const answer = async (verb: 'accept' | 'decline') => {
    setDoing(verb);
    setError(undefined);
    try {
      const data = await callAction<{ store?: { slug: string } }>(`store-invitation/${verb}-invitation`, 'test', {
        token,
      });
      forgetInvitation();
      if (data.store) window.location.assign(`/dashboard/${data.store.slug}/test`);
      else setDeclined(true);
    } catch (refused) {
      setError((refused as Error).message);
      setDoing(undefined);
    }
  };
  const signOut = async () => {
    await callAuth('sign-out');
    window.location.assign(`/sign-in?next=${back}`);
  };
  if (isDeclined) {
    return (
      <>
        <Alert tone="success">Declined. Nothing more needs doing.</Alert>
        <ToDashboard />
      </>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <Alert role="note">
        You are signed in as <bdi>{account.name}</bdi> ({account.email}).
        {account.email.toLowerCase() !== sentTo.toLowerCase() &&
          ' This account becomes the member, not the address above.'}
      </Alert>
      {error && <Alert tone="danger">{error.endsWith('.') ? error : `${error}.`}</Alert>}
      <Button
        variant="primary"
        size="large"
        pending={doing === 'accept'}
        disabled={doing === 'decline'}
        onClick={() => answer('accept')}
      >
        Accept as {account.name}
      </Button>
      <Button
        size="large"
        pending={doing === 'decline'}
        disabled={doing === 'accept'}
        onClick={() => answer('decline')}
      >
        Decline
      </Button>
      <Button variant="ghost" disabled={doing !== undefined} onClick={signOut}>
        Use another account
      </Button>
    </div>
  );
}
