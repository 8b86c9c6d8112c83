import type { Metadata } from 'next';
import { readProvider, requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { OperatorNote } from '#components/dashboard/operator-note.tsx';
import { KybBadge } from '#components/dashboard/status-badge.tsx';
import { Suspended } from '#components/dashboard/suspended.tsx';
import { BusinessDetails } from '#components/dashboard/verification/business-details.tsx';
import { BusinessForm } from '#components/dashboard/verification/business-form.tsx';
import { SoleOperatorSwitch } from '#components/dashboard/verification/sole-operator-switch.tsx';
import { WithdrawButton } from '#components/dashboard/verification/withdraw-button.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Time } from '#components/ui/time.tsx';
import { isSoleOperator } from '#server/accounts/data/operators.ts';
import { toShortId } from '#server/domain/ids.ts';
import { countryCodes } from '#server/domain/regions.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { settings } from '#server/platform/settings.ts';
import type { ProviderName } from '#server/providers/rules/payment-provider.ts';
import { findLatestTicket, type KybTicket } from '#server/stores/kyb-tickets.ts';
import { withdrawnNote } from '#server/stores/rules/review.ts';
import { mayUpdateStore } from '#server/stores/rules/roles.ts';
import { readSuspension } from '#server/stores/suspensions.ts';

export const metadata: Metadata = { title: 'Verification' };

const countryNames = new Intl.DisplayNames('en', { type: 'region' });
const countries = [...countryCodes]
  .map((code) => [code, countryNames.of(code) ?? code] as const)
  .sort(([, a], [, b]) => a.localeCompare(b, 'en'));

export default async function VerificationPage({ params }: StorePageProps) {
  const { db, store, environment, merchant } = await requireScope(params, '/verification');
  const [ticket, isSoleMerchant, provider, suspension] = await Promise.all([
    findLatestTicket(db, scopeOfStore(store)),
    isSoleOperator(db, merchant.id, settings()),
    readProvider({ db, scope: { ...scopeOfStore(store), environment: 'prod' } }),
    readSuspension(db, store),
  ]);
  const mayEdit = mayUpdateStore(store.role);
  const isPending = ticket?.status === 'pending';
  const shown = isPending || (ticket?.status === 'succeeded' && store.prodEnabled) ? ticket : undefined;
  return (
    <>
      {isPending && <AutoRefresh />}
      <PageHeader
        title="Verification"
        description="Verify your business to accept live payments."
        mark={ticket && !isWithdrawn(ticket) && <KybBadge status={ticket.status} />}
      />
      <div className="flex max-w-3xl flex-col gap-6">
        {suspension && <Suspended {...suspension} />}
        {isSoleMerchant && (
          <CardSection title="Live payments">
            <SoleOperatorSwitch storeId={toShortId('STO', store.id)} isEnabled={store.prodEnabled} />
          </CardSection>
        )}
        {!suspension && !(isSoleMerchant && !store.prodEnabled && !ticket) && (
          <VerificationStatus isEnabled={store.prodEnabled} ticket={ticket} provider={provider} />
        )}
        {shown && (
          <CardSection
            title="Submitted details"
            description={
              <>
                {' '}
                Submitted on <Time value={shown.createdAt} />
              </>
            }
            action={
              isPending && mayEdit && <WithdrawButton id={toShortId('TKT', shown.id)} environment={environment} />
            }
          >
            <BusinessDetails details={shown.details} />
          </CardSection>
        )}
        {!store.prodEnabled && !shown && !isSoleMerchant && (
          <CardSection
            title="Your business"
            description="Visible to the store’s members and the operator, not to customers."
          >
            <BusinessForm
              environment={environment}
              storeId={toShortId('STO', store.id)}
              mayEdit={mayEdit}
              countries={countries}
              previous={ticket?.details ?? {}}
            />
          </CardSection>
        )}
      </div>
    </>
  );
}

const isWithdrawn = ({ status, reviewNote }: KybTicket) => status === 'rejected' && reviewNote === withdrawnNote;

const liveStatusTexts = {
  stripe: 'This store accepts live payments for published products.',
  sandbox: 'This store sells live through the sandbox. No money moves.',
  none: 'Connect a payment provider to accept live payments. See the store’s settings.',
} as const;

interface VerificationStatusProps {
  isEnabled: boolean;
  ticket: KybTicket | undefined;
  /** The payment provider of live mode; null if there is none. */
  provider: ProviderName | null;
}

/** The verification's status and the next step. */
function VerificationStatus({ isEnabled, ticket, provider }: VerificationStatusProps) {
  if (isEnabled) {
    return (
      <Alert tone="success" title="Your business is verified">
        {liveStatusTexts[provider ?? 'none']}
        {ticket?.status === 'succeeded' && ticket.reviewNote && <OperatorNote by="reviewer" text={ticket.reviewNote} />}
      </Alert>
    );
  }
  if (ticket?.status === 'pending') {
    return (
      <Alert title="We’re reviewing your details">
        The decision will appear here.{settings().smtpUrl && ' We’ll also email you.'} Until then, live checkout links
        are disabled. Test mode is fully available.
      </Alert>
    );
  }
  if (ticket?.status === 'rejected' && !isWithdrawn(ticket)) {
    return (
      <Alert tone="danger" role="status" title="Your details could not be verified">
        Correct the details below and submit them again.
        {ticket.reviewNote && <OperatorNote by="reviewer" text={ticket.reviewNote} />}
      </Alert>
    );
  }
  return (
    <Alert tone="warning" role="note" title="Verify your business to accept live payments">
      Submit your business details below. Until they are verified, live checkout links are disabled. Test mode is fully
      available.
    </Alert>
  );
}
