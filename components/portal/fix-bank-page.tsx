import type { FixChallengeView } from '../../server/portal/fix-view.ts';
import { BankSheet } from '../hosted/bank-sheet.tsx';
import { usePage } from '../hosted/page-context.tsx';
import { usePortalAddress } from './use-portal-address.ts';

/** The sandbox's bank for whoever came by a link: about the new card, then about what is charged to it. */
export function FixBankPage({ view: { orderId, about, id, productName, amount } }: { view: FixChallengeView }) {
  const { say, page } = usePage();
  const address = usePortalAddress();
  const path = `/fix/${orderId}`;
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
