import type { CardChallengeView } from '../../server/portal/card-view.ts';
import { BankSheet } from '../hosted/bank-sheet.tsx';
import { usePage } from '../hosted/page-context.tsx';
import { usePortalAddress } from './use-portal-address.ts';

/** The sandbox's bank: asks whether the new card is the buyer's. */
export function BankPage({ view: { orderId, changeId, productName } }: { view: CardChallengeView }) {
  const { say, page } = usePage();
  const address = usePortalAddress();
  const card = `/orders/${orderId}/card`;
  return (
    <BankSheet
      question={say('portal.card.bankTitle')}
      facts={[
        [say('bank.store'), page.store?.name],
        [say('bank.product'), productName],
      ]}
      finishPath={address(`${card}/challenge/${changeId}/finish`)}
      backPath={address(card)}
    />
  );
}
