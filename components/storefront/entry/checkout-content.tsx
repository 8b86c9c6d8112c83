import { BrokenPage } from '../checkout/broken-page.tsx';
import { BusyPage } from '../checkout/busy-page.tsx';
import { ChallengePage } from '../checkout/challenge-page.tsx';
import { CheckoutPage } from '../checkout/checkout-page.tsx';
import { NotFoundPage } from '../checkout/not-found-page.tsx';
import { usePage } from '../page/page-context.tsx';

/** The checkout pages. */
export function CheckoutContent() {
  const { content } = usePage().page;
  switch (content.kind) {
    case 'checkout':
      return <CheckoutPage {...content} />;
    case 'challenge':
      return <ChallengePage {...content} />;
    case 'busy':
      return <BusyPage seconds={content.seconds} />;
    case 'broken':
      return <BrokenPage {...content} />;
    default:
      return <NotFoundPage />;
  }
}
