import { type ComponentType, useEffect } from 'react';
import type { HostedPage } from '#server/storefront/rendering/page.ts';
import { NotLoaded } from '../page/not-loaded.tsx';
import { PageProvider, usePage } from '../page/page-context.tsx';
import { titleOf } from './title.ts';

/** A buyer's page, whichever it is: the same on the server and in the browser. `Content` shows its area's pages. */
export const App = ({ page, Content }: { page: HostedPage; Content: ComponentType }) => (
  <PageProvider initial={page}>
    <NotLoaded />
    <Content />
    <Title />
  </PageProvider>
);

/** What the tab says, in whatever language the page now speaks. */
function Title() {
  const { page, say } = usePage();
  const title = titleOf(page.content, say);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
