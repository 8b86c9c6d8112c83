import { useState } from 'react';
import type { Say } from '../../server/i18n/say.ts';
import type { FixView } from '../../server/portal/fix-view.ts';
import { primaryLook } from '../checkout/primary-look.ts';
import { Sheet } from '../checkout/sheet.tsx';
import { useSay } from '../hosted/page-context.tsx';
import { WithoutScript } from '../hosted/without-script.tsx';
import { Alert } from '../ui/alert.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { CardForm } from './card-form.tsx';
import { BankQuestion } from './card-page.tsx';
import { FocusedHeading } from './focused-heading.tsx';
import { FocusedNote } from './focused-note.tsx';
import { usePortalAddress } from './use-portal-address.ts';
import { useSettledCard } from './use-settled-card.ts';

type Of<State extends FixView['state']> = Extract<FixView, { state: State }>;

/** Where the link of a payment that failed leads: one subscription, and the card that pays for it. */
export function FixPage({ view }: { view: FixView }) {
  const [shownFirst] = useState(view.state);
  const isNews = shownFirst !== view.state;
  switch (view.state) {
    case 'open':
    case 'charging':
      return <OwedPage view={view} />;
    case 'paid':
    case 'ended':
      return <SettledPage view={view} isNews={isNews} />;
    default:
      return <OverPage state={view.state} isNews={isNews} />;
  }
}

const sheet = 'mx-auto mt-2 flex w-full max-w-md flex-col gap-5 break-words sm:mt-8';

function OwedPage({ view }: { view: Of<'open' | 'charging'> }) {
  const { state, card, owed, bankUrl } = view;
  const say = useSay();
  const { orderId, productName: product } = card;
  const isWaiting = useSettledCard({ state: state === 'charging' ? 'processing' : 'idle', isDone: false, orderId });
  const { total, triedOn: date } = owed;
  return (
    <Sheet className={sheet}>
      <div className="flex flex-col gap-2">
        <h1 className="text-xl font-semibold tracking-tight">{say('portal.fix.title', { product })}</h1>
        <p>
          {owed.card && date
            ? say('portal.fix.failed', { total, card: owed.card, date })
            : say('portal.fix.unpaid', { total })}
        </p>
      </div>
      {isWaiting ? (
        <FocusedNote name="charging" className="rounded-control">
          <Alert>{say(card.state === 'processing' ? 'portal.fix.checking' : 'portal.fix.charging')}</Alert>
          <WithoutScript>
            <p className="mt-3">{say('processing.reload')}</p>
          </WithoutScript>
        </FocusedNote>
      ) : (
        <>
          {owed.failure && <Alert tone="warning">{owed.failure}</Alert>}
          {bankUrl && <BankQuestion url={bankUrl} />}
          <p>{say('portal.fix.give', { total })}</p>
          <CardForm
            view={{ ...card, state: bankUrl ? 'challenge' : 'idle' }}
            path={`/fix/${orderId}/card`}
            label={say('form.pay', { total })}
          />
          <p className="text-sm text-muted">{afterwards(view, say)}</p>
        </>
      )}
    </Sheet>
  );
}

/** What happens if nothing is done here. */
function afterwards({ owed }: Of<'open' | 'charging'>, say: Say): string {
  const ends = say('portal.fix.deadline', { date: owed.endsOn });
  if (owed.retryOn) return `${say('portal.fix.retry', { date: owed.retryOn })} ${ends}`;
  return owed.isRefused ? `${say('portal.fix.noRetry')} ${ends}` : ends;
}

/** It is paid, or it has ended: the link has done its work. */
function SettledPage({ view, isNews }: { view: Of<'paid' | 'ended'>; isNews: boolean }) {
  const say = useSay();
  const address = usePortalAddress();
  const isPaid = view.state === 'paid';
  return (
    <Sheet className={sheet}>
      <div className="flex flex-col gap-2">
        <Heading isNews={isNews}>{say(isPaid ? 'receipt.paid' : 'portal.fix.ended')}</Heading>
        <p className="font-medium">{view.productName}</p>
        <p>{view.next}</p>
      </div>
      <ButtonLink size="large" href={address()}>
        {say('receipt.portal')}
      </ButtonLink>
    </Sheet>
  );
}

/** The link opens nothing: the portal does. */
function OverPage({ state, isNews }: { state: 'expired' | 'unknown'; isNews: boolean }) {
  const say = useSay();
  const address = usePortalAddress();
  return (
    <Sheet className={sheet}>
      <div className="flex flex-col gap-2">
        <Heading isNews={isNews}>{say('portal.fix.over.title')}</Heading>
        <p>{say(`portal.fix.over.${state}`)}</p>
        <p>{say('portal.fix.over.signIn')}</p>
      </div>
      <ButtonLink variant="primary" size="large" className={primaryLook} href={address()}>
        {say('portal.signIn.title')}
      </ButtonLink>
    </Sheet>
  );
}

/** The focus comes here where it is news: what it was on is gone. */
const Heading = ({ isNews, children }: { isNews: boolean; children: string }) =>
  isNews ? (
    <FocusedHeading>{children}</FocusedHeading>
  ) : (
    <h1 className="text-xl font-semibold tracking-tight">{children}</h1>
  );
