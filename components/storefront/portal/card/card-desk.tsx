import { Alert } from '#components/ui/alert.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import type { Say } from '#server/i18n/say.ts';
import type { CardView } from '#server/storefront/portal/card-view.ts';
import { useSay } from '../../page/page-context.tsx';
import { Sheet } from '../../page/sheet.tsx';
import { WithoutScript } from '../../page/without-script.tsx';
import { primaryLook } from '../../theme/primary-look.ts';
import { FocusedNote } from '../focused-note.tsx';
import { CardForm } from './card-form.tsx';
import { useSettledCard } from './use-settled-card.ts';

type UnpaidAmount = NonNullable<CardView['pastDue']>;

interface CardDeskProps {
  view: CardView;
  /** The portal path that receives the card. */
  path: string;
  /** Where to continue after success. Undefined: this page reports success. */
  doneAddress?: string;
}

/** The form that updates a subscription's card and charges an unpaid amount. */
export function CardDesk({ view, path, doneAddress }: CardDeskProps) {
  const say = useSay();
  const isWaiting = useSettledCard(view, doneAddress);
  const { pastDue, bankUrl } = view;
  return (
    <Sheet className="flex flex-col gap-5 break-words">
      {pastDue ? <Unpaid view={view} pastDue={pastDue} /> : <Current view={view} />}
      {isWaiting ? (
        <FocusedNote name="waiting" className="rounded-control">
          <Alert>{waitingWords(view, say)}</Alert>
          <WithoutScript>
            <p className="mt-3">{say('processing.reload')}</p>
          </WithoutScript>
        </FocusedNote>
      ) : (
        <>
          {pastDue?.failure && <Alert tone="warning">{pastDue.failure}</Alert>}
          {bankUrl && <BankQuestion url={bankUrl} />}
          {pastDue && view.provider && <p>{say('portal.fix.give', { total: pastDue.total })}</p>}
          <CardForm
            view={view}
            path={path}
            label={pastDue ? say('form.pay', { total: pastDue.total }) : say('portal.card.save')}
          />
          {pastDue && <p className="text-sm text-muted">{afterwards(pastDue, say)}</p>}
        </>
      )}
    </Sheet>
  );
}

/** The current card. */
function Current({ view: { productName: product, current } }: { view: CardView }) {
  const say = useSay();
  return (
    <div className="flex flex-col gap-2">
      <h1 className="text-xl font-semibold tracking-tight">{say('portal.card.title')}</h1>
      <p>{say('portal.card.text', { product })}</p>
      {current && <p className="text-sm text-muted">{say('portal.card.current', { card: current })}</p>}
    </div>
  );
}

/** The amount that could not be charged. */
function Unpaid({ view: { productName: product }, pastDue }: { view: CardView; pastDue: UnpaidAmount }) {
  const say = useSay();
  const { total, card, triedOn: date } = pastDue;
  return (
    <div className="flex flex-col gap-2">
      <h1 className="text-xl font-semibold tracking-tight">{say('portal.fix.title', { product })}</h1>
      <p>{card && date ? say('portal.fix.failed', { total, card, date }) : say('portal.fix.unpaid', { total })}</p>
    </div>
  );
}

function waitingWords({ state, pastDue }: CardView, say: Say): string {
  if (!pastDue) return say('portal.card.checking');
  return say(state === 'processing' ? 'portal.fix.checking' : 'portal.fix.charging');
}

/** What happens if the buyer does nothing. */
function afterwards(pastDue: UnpaidAmount, say: Say): string {
  const ends = say('portal.fix.deadline', { date: pastDue.endsOn });
  if (pastDue.retryOn) return `${say('portal.fix.retry', { date: pastDue.retryOn })} ${ends}`;
  return pastDue.isRefused ? `${say('portal.fix.noRetry')} ${ends}` : ends;
}

/** A pending challenge, above the card form. */
function BankQuestion({ url }: { url: string }) {
  const say = useSay();
  return (
    <div className="flex flex-col gap-3">
      <p>{say('portal.card.bank')}</p>
      <ButtonLink variant="primary" size="large" href={url} className={primaryLook}>
        {say('bank.continue')}
      </ButtonLink>
      <h2 className="mt-2 border-t border-border pt-5 font-semibold">{say('portal.card.another')}</h2>
    </div>
  );
}
