import type { CardQuestion } from '#server/storefront/portal/card-view.ts';
import { BankSheet } from '../../page/bank-sheet.tsx';
import { usePage } from '../../page/page-context.tsx';
import { usePortalAddress } from '../use-portal-address.ts';

interface BankPageProps {
  view: CardQuestion;
  /** The portal path of the card page. */
  path: string;
}

/** The sandbox's 3D Secure page for a new card, or for a charge to it. */
export function BankPage({ view: { about, id, productName, amount }, path }: BankPageProps) {
  const { say, page } = usePage();
  const address = usePortalAddress();
  return (
    <BankSheet
      question={say(about === 'card' ? 'portal.card.bankTitle' : 'bank.question')}
      facts={[
        [say('bank.store'), page.store?.name],
        [say('bank.product'), productName],
        ...(amount === null ? [] : [[say('bank.amount'), amount] as const]),
      ]}
      finishPath={address(`${path}/challenge/${id}/finish`)}
      backPath={address(path)}
    />
  );
}
