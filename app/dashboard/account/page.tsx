import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { NameForm } from '#components/dashboard/account/name-form.tsx';
import { PasskeyList } from '#components/dashboard/account/passkey-list.tsx';
import { PasswordForm } from '#components/dashboard/account/password-form.tsx';
import { SessionList } from '#components/dashboard/account/session-list.tsx';
import { TwoFactor } from '#components/dashboard/account/two-factor.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { CopyField } from '#components/ui/copy-field.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { TimeZoneNote } from '#components/ui/time-zone-note.tsx';
import { listPasskeys, listSessions } from '#server/accounts/data/account-safety.ts';
import { findMerchant } from '#server/accounts/data/merchants.ts';
import { isOperator } from '#server/accounts/data/operators.ts';
import { deviceName } from '#server/accounts/rules/device-name.ts';
import { countRecoveryCodes, readSessionId } from '#server/api/sign-in/merchant-auth.ts';
import { toShortId } from '#server/domain/ids.ts';
import { readClock } from '#server/platform/clock.ts';
import { settings } from '#server/platform/settings.ts';
import { AccountHeader } from '../account-header.tsx';
import { requireAccount } from '../scope.ts';

export const metadata: Metadata = { title: 'Your account' };

export default async function AccountPage() {
  const { db, merchant, stores } = await requireAccount('/dashboard/account');
  const [account, passkeys, sessions, codesLeft, mayOperate, sessionId] = await Promise.all([
    findMerchant(db, merchant.id),
    listPasskeys(db, merchant.id),
    listSessions(db, merchant.id, readClock()),
    countRecoveryCodes(merchant.id),
    isOperator(db, merchant.id, settings()),
    headers().then(readSessionId),
  ]);
  const name = account?.name ?? merchant.name;
  return (
    <div className="flex min-h-dvh flex-col">
      <AccountHeader merchant={{ ...merchant, name }} stores={stores} isOperator={mayOperate} />
      <main className="mx-auto w-full max-w-2xl flex-1 px-4 py-6 sm:px-6">
        <PageHeader title="Your account" description={merchant.email} />
        <div className="flex flex-col gap-6">
          <CardSection title="Name">
            <div className="flex flex-col gap-4">
              <NameForm name={name} />
              <div className="flex flex-col gap-1.5 text-sm">
                <p className="text-muted">Account ID</p>
                <CopyField value={toShortId('MER', merchant.id)} label="account ID" />
              </div>
            </div>
          </CardSection>
          <CardSection
            title="Two-factor authentication"
            description="Requires a code from an authenticator app after your password."
          >
            <TwoFactor codesLeft={codesLeft ?? null} />
          </CardSection>
          <CardSection
            title="Passkeys"
            description="Sign in with your device’s fingerprint, face or PIN instead of a password and a code."
            flush
          >
            <PasskeyList
              passkeys={passkeys.map(({ name: passkeyName, ...passkey }) => ({
                ...passkey,
                name: passkeyName ?? 'Passkey',
              }))}
            />
          </CardSection>
          <CardSection title="Active sessions" flush>
            <SessionList
              sessions={sessions.map(({ id, ipAddress, userAgent, createdAt }) => ({
                id,
                device: deviceName(userAgent),
                address: ipAddress ?? '',
                createdAt,
                isCurrent: id === sessionId,
              }))}
            />
          </CardSection>
          <CardSection title="Password">
            <PasswordForm />
          </CardSection>
        </div>
      </main>
      <footer className="mx-auto w-full max-w-2xl px-4 pb-8 sm:px-6">
        <TimeZoneNote />
      </footer>
    </div>
  );
}
