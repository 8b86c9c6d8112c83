import type { CardView } from '#server/storefront/portal/card-view.ts';
import { useSay } from '../../page/page-context.tsx';
import { BackLink } from '../back-link.tsx';
import { usePortalAddress } from '../use-portal-address.ts';
import { CardDesk } from './card-desk.tsx';

/** Updates the card of a visitor's subscription. */
export function CardPage({ view }: { view: CardView }) {
  const say = useSay();
  const address = usePortalAddress();
  const order = `/orders/${view.orderId}`;
  return (
    <div className="mx-auto w-full max-w-md">
      <BackLink href={address(order)}>{say('portal.backToOrder')}</BackLink>
      <CardDesk view={view} path={`${order}/card`} doneAddress={address(order, { done: 'card' })} />
    </div>
  );
}
