import { BrokenPage } from '../components/checkout/broken-page.tsx';
import { BusyPage } from '../components/checkout/busy-page.tsx';
import { ChallengePage } from '../components/checkout/challenge-page.tsx';
import { CheckoutPage } from '../components/checkout/checkout-page.tsx';
import { NotFoundPage } from '../components/checkout/not-found-page.tsx';
import { usePage } from '../components/hosted/page-context.tsx';

/** The checkout's pages. */
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
