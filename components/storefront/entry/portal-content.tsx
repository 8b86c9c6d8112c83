import { BrokenPage } from '../checkout/broken-page.tsx';
import { NotFoundPage } from '../checkout/not-found-page.tsx';
import { usePage } from '../page/page-context.tsx';
import { PortalPage } from '../portal/portal-page.tsx';

/** The portal pages. */
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
