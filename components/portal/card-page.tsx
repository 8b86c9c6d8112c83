import type { CardView } from '../../server/portal/card-view.ts';
import { primaryLook } from '../checkout/primary-look.ts';
import { Sheet } from '../checkout/sheet.tsx';
import { useSay } from '../hosted/page-context.tsx';
import { Alert } from '../ui/alert.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { BackLink } from './back-link.tsx';
import { CardForm } from './card-form.tsx';
import { FocusedNote } from './focused-note.tsx';
import { usePortalAddress } from './use-portal-address.ts';
import { useSettledCard } from './use-settled-card.ts';

/** Gives a subscription another card. */
export function CardPage({ view }: { view: CardView }) {
  const say = useSay();
  const address = usePortalAddress();
  const isChecking = useSettledCard(view);
  return (
    <div className="mx-auto w-full max-w-md">
      <BackLink href={address(`/orders/${view.orderId}`)}>{say('portal.backToOrder')}</BackLink>
      <Sheet className="flex flex-col gap-5">
        <div className="flex flex-col gap-2">
          <h1 className="text-xl font-semibold tracking-tight">{say('portal.card.title')}</h1>
          <p className="break-words">{say('portal.card.text', { product: view.productName })}</p>
          {view.current && <p className="text-sm text-muted">{say('portal.card.current', { card: view.current })}</p>}
        </div>
        {isChecking ? (
          <FocusedNote name="checking" className="rounded-control">
            <Alert>{say('portal.card.checking')}</Alert>
          </FocusedNote>
        ) : (
          <>
            {view.bankUrl && <BankQuestion url={view.bankUrl} />}
            <CardForm view={view} />
          </>
        )}
      </Sheet>
    </div>
  );
}

/** What waits for the buyer: before another card is typed. */
export function BankQuestion({ url }: { url: string }) {
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
