import type { Metadata } from 'next';
import { readProvider, requireScope, type ScopeParams } from '#app/dashboard/scope.ts';
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
import { settings } from '#server/platform/settings.ts';
import type { ProviderName } from '#server/providers/rules/payment-provider.ts';
import { findLatestTicket, type KybTicket } from '#server/stores/kyb-tickets.ts';
import { withdrawnNote } from '#server/stores/rules/review.ts';
import { mayUpdateStore } from '#server/stores/rules/roles.ts';
import { readSuspension } from '#server/stores/suspensions.ts';

export const metadata: Metadata = { title: 'Business verification' };

const countryNames = new Intl.DisplayNames('en', { type: 'region' });
const countries = [...countryCodes]
  .map((code) => [code, countryNames.of(code) ?? code] as const)
  .sort(([, a], [, b]) => a.localeCompare(b, 'en'));

export default async function VerificationPage({ params }: { params: Promise<ScopeParams> }) {
  const { db, store, environment, merchant } = await requireScope(params, '/verification');
  const [ticket, isSole, provider, suspension] = await Promise.all([
    findLatestTicket(db, store.id),
    isSoleOperator(db, merchant.id, settings()),
    readProvider({ db, scope: { storeId: store.id, environment: 'prod' } }),
    readSuspension(db, store),
  ]);
  const mayEdit = mayUpdateStore(store.role);
  const isPending = ticket?.status === 'pending';
  const shown = isPending || (ticket?.status === 'succeeded' && store.prodEnabled) ? ticket : undefined;
  return (
    <>
      {isPending && <AutoRefresh />}
      <PageHeader
        title="Business verification"
        description="A store sells in prod once the operator has verified the business behind it."
        mark={ticket && !isWithdrawn(ticket) && <KybBadge status={ticket.status} />}
      />
      <div className="flex max-w-3xl flex-col gap-6">
        {suspension && <Suspended {...suspension} />}
        {isSole && (
          <CardSection title="Selling live">
            <SoleOperatorSwitch storeId={toShortId('STO', store.id)} isEnabled={store.prodEnabled} />
          </CardSection>
        )}
        {!suspension && !(isSole && !store.prodEnabled && !ticket) && (
          <State isEnabled={store.prodEnabled} ticket={ticket} provider={provider} />
        )}
        {shown && (
          <CardSection
            title="What you sent"
            description={
              <>
                On <Time value={shown.createdAt} />
              </>
            }
            action={
              isPending && mayEdit && <WithdrawButton id={toShortId('TKT', shown.id)} environment={environment} />
            }
          >
            <BusinessDetails details={shown.details} />
          </CardSection>
        )}
        {!store.prodEnabled && !shown && !isSole && (
          <CardSection
            title="Your business"
            description="Visible to the store’s members and the operator of this service, not to buyers."
          >
            <BusinessForm
              environment={environment}
              storeId={toShortId('STO', store.id)}
              mayEdit={mayEdit}
              countries={countries}
              before={ticket?.details ?? {}}
            />
          </CardSection>
        )}
      </div>
    </>
  );
}

const isWithdrawn = ({ status, reviewNote }: KybTicket) => status === 'rejected' && reviewNote === withdrawnNote;

const sellingWords = {
  stripe: 'This store sells in prod: published products can be bought there.',
  sandbox: 'This store sells in prod through the sandbox: a demonstration, in which no money moves.',
  none: 'It can sell in prod once a payment provider is connected: see the store’s settings.',
} as const;

interface StateProps {
  isEnabled: boolean;
  ticket: KybTicket | undefined;
  /** What takes payments in prod; null: nothing does. */
  provider: ProviderName | null;
}

/** Where things stand, and what happens next. */
function State({ isEnabled, ticket, provider }: StateProps) {
  if (isEnabled) {
    return (
      <Alert tone="success" title="Your business is verified">
        {sellingWords[provider ?? 'none']}
        {ticket?.status === 'succeeded' && ticket.reviewNote && <OperatorNote by="reviewer" text={ticket.reviewNote} />}
      </Alert>
    );
  }
  if (ticket?.status === 'pending') {
    return (
      <Alert title="Your details are in review">
        The operator of this service reviews them, and this page shows the decision.
        {settings().smtpUrl && ' You get an email with it, too.'} Until then checkout links in prod are refused;
        everything works in test.
      </Alert>
    );
  }
  if (ticket?.status === 'rejected' && !isWithdrawn(ticket)) {
    return (
      <Alert tone="danger" role="status" title="Your details could not be verified">
        The form below holds what you sent. Correct it and send it again.
        {ticket.reviewNote && <OperatorNote by="reviewer" text={ticket.reviewNote} />}
      </Alert>
    );
  }
  return (
    <Alert tone="warning" role="note" title="This store cannot sell in prod yet">
      Send the details of your business below. Once they are verified, the store can sell in prod. Until then checkout
      links are refused there; everything works in test.
    </Alert>
  );
}
