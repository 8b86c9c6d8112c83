import type { Say } from '#server/i18n/say.ts';
import type { CardView } from '#server/storefront/portal/card-view.ts';
import type { RecoveryView } from '#server/storefront/portal/recovery-view.ts';
import type { PageContent } from '#server/storefront/rendering/page.ts';

/** The title of the browser tab. */
export function titleOf(content: PageContent, say: Say): string {
  switch (content.kind) {
    case 'checkout':
      return `${content.view.product.name} · ${content.view.store.name}`;
    case 'challenge':
      return `${say('bank.question')} · ${say('bank.testBank')}`;
    case 'not-found':
      return say('notice.notFound.title');
    case 'busy':
      return say('notice.busy.title');
    case 'broken':
      return say(content.isOutage ? 'notice.outage.title' : 'notice.broken.title');
    case 'portal-sign-in':
    case 'portal-open':
      return say('portal.signIn.title');
    case 'portal-orders':
      return say('portal.title');
    case 'portal-order':
      return content.view.productName;
    case 'portal-card':
      return titleOfCard(content.view, say);
    case 'portal-fix':
      return recoveryTitle(content.view, say);
    case 'portal-challenge':
    case 'portal-fix-challenge':
      return `${say(content.view.about === 'card' ? 'portal.card.bankTitle' : 'bank.question')} · ${say('bank.testBank')}`;
    case 'portal-plan':
      return say('portal.plan.choose');
    case 'portal-refund':
      return say(content.view.again ? 'portal.refund.again' : 'portal.refund.title');
    case 'portal-receipt':
      return content.view.documentTitle;
    case 'portal-not-found':
      return say('portal.notFound.title');
  }
}

const titleOfCard = ({ pastDue, productName: product }: CardView, say: Say): string =>
  pastDue ? say('portal.fix.title', { product }) : say('portal.card.title');

function recoveryTitle(view: RecoveryView, say: Say): string {
  switch (view.state) {
    case 'opening':
      return say('portal.fix.opening');
    case 'open':
      return titleOfCard(view.card, say);
    case 'paid':
      return say('receipt.paid');
    case 'ended':
      return say('portal.fix.ended');
    default:
      return say('portal.fix.over.title');
  }
}
