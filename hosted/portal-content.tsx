import { BrokenPage } from '../components/checkout/broken-page.tsx';
import { NotFoundPage } from '../components/checkout/not-found-page.tsx';
import { usePage } from '../components/hosted/page-context.tsx';
import { PortalPage } from '../components/portal/portal-page.tsx';

/** The portal's pages. */
export function PortalContent() {
  const { content } = usePage().page;
  switch (content.kind) {
    case 'broken':
      return <BrokenPage {...content} />;
    case 'checkout':
    case 'challenge':
    case 'busy':
    case 'not-found':
      return <NotFoundPage />;
    default:
      return <PortalPage content={content} />;
  }
}
