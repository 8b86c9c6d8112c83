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

/** Shows an invitation, and lets a signed-in user accept or decline it. */
export function Invitation({ account }: { account: Account | null }) {
  const result = useInvitation();
  if (result.status === 'reading') {
    return (
      <Loading label="invitation" className="flex flex-col gap-4">
        <h1 className="text-2xl font-semibold tracking-tight">Invitation</h1>
        <Skeleton className="h-32 w-full" />
        <Skeleton className="h-11 w-full" />
      </Loading>
    );
  }
  if (result.status !== 'found') {
    return (
      <>
        <AuthHeading title="Invitation">
          {result.status === 'missing' && 'Open the full link from the latest email.'}
        </AuthHeading>
        <div className="flex flex-col gap-5">
          <Alert tone="warning">
            {result.status === 'missing'
              ? 'Invitation not found. The link is incomplete or was replaced by a newer one.'
              : 'The invitation could not be loaded. Check your connection and try again.'}
          </Alert>
          {result.status === 'unreachable' && (
            <Button variant="primary" size="large" onClick={() => window.location.reload()}>
              Try again
            </Button>
          )}
          {result.status === 'missing' && account && <ToDashboard />}
        </div>
      </>
    );
  }
  const { store, inviter, email, role, expiresAt, state } = result.invitation;
  return (
    <>
      <AuthHeading title={`Join ${store}`}>
        <bdi>{inviter}</bdi> invited you to join this store as {role === 'admin' ? 'an admin' : 'a member'}. You will
        manage {roleMeanings.member}
        {role === 'admin' && ', as well as settings, members, webhooks and senders'}.
      </AuthHeading>
      <div className="flex flex-col gap-5">
        <DefinitionList>
          <Definition term="Sent to">{email}</Definition>
          <Definition term="Expires">
            <Time value={expiresAt} />
          </Definition>
        </DefinitionList>
        {state !== 'open' ? (
          <>
            <Alert tone="warning">{closedMessages[state]}</Alert>
            {account && <ToDashboard />}
          </>
        ) : account ? (
          <Response token={result.token} account={account} sentTo={email} />
        ) : (
          <SignInOptions />
        )}
      </div>
    </>
  );
}

const closedMessages: Readonly<Record<Exclude<ShownInvitation['state'], 'open'>, string>> = {
  accepted: 'This invitation has already been accepted.',
  revoked: 'This invitation was revoked or declined.',
  expired: 'This invitation has expired. Ask for a new one.',
};

const ToDashboard = () => (
  <ButtonLink href="/dashboard" size="large">
    Go to dashboard
  </ButtonLink>
);

const back = encodeURIComponent('/invitations');

/** Sign-up and sign-in links for signed-out visitors. Both return to this page. */
const SignInOptions = () => (
  <div className="flex flex-col gap-3">
    <p className="text-sm text-muted">Sign in or create an account to accept.</p>
    <ButtonLink href={`/sign-up?next=${back}`} variant="primary" size="large">
      Create an account
    </ButtonLink>
    <ButtonLink href={`/sign-in?next=${back}`} size="large">
      Sign in
    </ButtonLink>
  </div>
);

function Response({ token, account, sentTo }: { token: string; account: Account; sentTo: string }) {
  const [pendingVerb, setPendingVerb] = useState<'accept' | 'decline'>();
  const [isDeclined, setDeclined] = useState(false);
  const [error, setError] = useState<string>();
  const respond = async (verb: 'accept' | 'decline') => {
    setPendingVerb(verb);
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
      setPendingVerb(undefined);
    }
  };
  const signOut = async () => {
    await callAuth('sign-out');
    window.location.assign(`/sign-in?next=${back}`);
  };
  if (isDeclined) {
    return (
      <>
        <Alert tone="success">Invitation declined.</Alert>
        <ToDashboard />
      </>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <Alert role="note">
        You are signed in as <bdi>{account.name}</bdi> ({account.email}).
        {account.email.toLowerCase() !== sentTo.toLowerCase() &&
          ' This account will join the store, not the invited address.'}
      </Alert>
      {error && <Alert tone="danger">{error.endsWith('.') ? error : `${error}.`}</Alert>}
      <Button
        variant="primary"
        size="large"
        pending={pendingVerb === 'accept'}
        disabled={pendingVerb === 'decline'}
        onClick={() => respond('accept')}
      >
        Accept as {account.name}
      </Button>
      <Button
        size="large"
        pending={pendingVerb === 'decline'}
        disabled={pendingVerb === 'accept'}
        onClick={() => respond('decline')}
      >
        Decline
      </Button>
      <Button variant="ghost" disabled={pendingVerb !== undefined} onClick={signOut}>
        Use another account
      </Button>
    </div>
  );
}
