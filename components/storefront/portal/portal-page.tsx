import type { HostedPage } from '#server/storefront/rendering/page.ts';
import { Frame } from '../page/frame.tsx';
import { usePage } from '../page/page-context.tsx';
import { useCleanAddress } from '../page/use-clean-address.ts';
import { BankPage } from './card/bank-page.tsx';
import { CardPage } from './card/card-page.tsx';
import { NotFound } from './not-found.tsx';
import { OpenPage } from './open-page.tsx';
import { OrderPage } from './order-page.tsx';
import { OrdersPage } from './orders-page.tsx';
import { PlanPage } from './plan-page.tsx';
import { ReceiptPage } from './receipt-page.tsx';
import { RecoveryPage } from './recovery-page.tsx';
import { RefundPage } from './refund-page.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { TokenEntry } from './token-entry.tsx';
import { VisitorBar } from './visitor-bar.tsx';

export type PortalContent = Extract<HostedPage['content'], { kind: `portal-${string}` }>;

/** The customer portal. */
export function PortalPage({ content }: { content: PortalContent }) {
  const { store } = usePage().page;
  // A customer who returns from their bank may have to sign in again.
  useCleanAddress();
  const visitor = 'visitor' in content ? content.visitor : null;
  const mode = visitor?.mode ?? ('mode' in content ? content.mode : 'live');
  return (
    <Frame isTest={mode === 'live' ? null : mode === 'test'}>
      {store && <TokenEntry />}
      {visitor && <VisitorBar visitor={visitor} />}
      <Content content={content} />
    </Frame>
  );
}

function Content({ content }: { content: PortalContent }) {
  switch (content.kind) {
    case 'portal-sign-in':
      return <SignInPage environment={content.environment} />;
    case 'portal-open':
      return <OpenPage />;
    case 'portal-orders':
      return <OrdersPage view={content.view} />;
    case 'portal-order':
      return <OrderPage view={content.view} completed={content.completed} />;
    case 'portal-card':
      return <CardPage view={content.view} />;
    case 'portal-challenge':
      return <BankPage view={content.view} path={`/orders/${content.view.orderId}/card`} />;
    case 'portal-fix':
      return <RecoveryPage view={content.view} />;
    case 'portal-fix-challenge':
      return <BankPage view={content.view} path={`/fix/${content.view.orderId}`} />;
    case 'portal-plan':
      return <PlanPage view={content.view} />;
    case 'portal-refund':
      return <RefundPage view={content.view} />;
    case 'portal-receipt':
      return <ReceiptPage view={content.view} />;
    case 'portal-not-found':
      return <NotFound isSignedIn={content.visitor !== null} />;
  }
}
