import { useState } from 'react';
import { ButtonLink } from '#components/ui/button.tsx';
import type { RecoveryView } from '#server/storefront/portal/recovery-view.ts';
import { useSay } from '../page/page-context.tsx';
import { Sheet } from '../page/sheet.tsx';
import { CardDesk } from './card/card-desk.tsx';
import { FocusedHeading } from './focused-heading.tsx';
import { LinkOver } from './link-over.tsx';
import { RecoveryOpening } from './recovery-opening.tsx';
import { usePortalAddress } from './use-portal-address.ts';

type Of<State extends RecoveryView['state']> = Extract<RecoveryView, { state: State }>;

/** The target of a recovery link: one subscription and its card. */
export function RecoveryPage({ view }: { view: RecoveryView }) {
  const [shownFirst] = useState(view.state);
  const isReplacement = shownFirst !== view.state;
  return <div className="mx-auto mt-2 w-full max-w-md sm:mt-8">{contentOf(view, isReplacement)}</div>;
}

function contentOf(view: RecoveryView, isReplacement: boolean) {
  switch (view.state) {
    case 'opening':
      return <RecoveryOpening />;
    case 'open':
      return <CardDesk view={view.card} path={`/fix/${view.card.orderId}`} />;
    case 'paid':
    case 'ended':
      return <SettledPage view={view} isReplacement={isReplacement} />;
    default:
      return <LinkOver state={view.state} isReplacement={isReplacement} />;
  }
}

/** Paid or ended: the link has served its purpose. */
function SettledPage({ view, isReplacement }: { view: Of<'paid' | 'ended'>; isReplacement: boolean }) {
  const say = useSay();
  const address = usePortalAddress();
  const isPaid = view.state === 'paid';
  return (
    <Sheet className="flex flex-col gap-5 break-words">
      <div className="flex flex-col gap-2">
        <FocusedHeading isReplacement={isReplacement}>
          {say(isPaid ? 'receipt.paid' : 'portal.fix.ended')}
        </FocusedHeading>
        <p className="font-medium">{view.productName}</p>
        <p>{view.next}</p>
      </div>
      <ButtonLink size="large" href={address()}>
        {say('receipt.portal')}
      </ButtonLink>
    </Sheet>
  );
}
