import type { CardView } from '../../server/portal/card-view.ts';
import { Sheet } from '../checkout/sheet.tsx';
import { useSay } from '../hosted/page-context.tsx';
import { Alert } from '../ui/alert.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { BackLink } from './back-link.tsx';
import { CardForm } from './card-form.tsx';
import { FocusedNote } from './focused-note.tsx';
import { usePortalPath } from './use-portal-path.ts';
import { useSettledCard } from './use-settled-card.ts';

/** Gives a subscription another card. */
export function CardPage({ view }: { view: CardView }) {
  const say = useSay();
  const order = `${usePortalPath()}/orders/${view.orderId}`;
  useSettledCard(view.state);
  return (
    <div className="mx-auto w-full max-w-md">
      <BackLink href={order}>{say('portal.backToOrder')}</BackLink>
      <Sheet className="flex flex-col gap-5">
        <div className="flex flex-col gap-2">
          <h1 className="text-xl font-semibold tracking-tight">{say('portal.card.title')}</h1>
          <p className="break-words">{say('portal.card.text', { product: view.productName })}</p>
          {view.current && <p className="text-sm text-muted">{say('portal.card.current', { card: view.current })}</p>}
        </div>
        {view.state === 'processing' ? (
          <FocusedNote name="checking" className="rounded-control">
            <Alert>{say('portal.card.checking')}</Alert>
          </FocusedNote>
        ) : (
          <>
            {view.bankUrl && <BankQuestion url={view.bankUrl} />}
            <CardForm view={view} path={`${order}/card`} />
          </>
        )}
      </Sheet>
    </div>
  );
}

function BankQuestion({ url }: { url: string }) {
  const say = useSay();
  return (
    <div className="flex flex-col gap-3 border-b border-border pb-5">
      <p>{say('portal.card.bank')}</p>
      <ButtonLink href={url}>{say('portal.card.continueToBank')}</ButtonLink>
    </div>
  );
}
