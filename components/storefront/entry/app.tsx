import { type ComponentType, useEffect } from 'react';
import type { HostedPage } from '#server/storefront/rendering/page.ts';
import { NotLoaded } from '../page/not-loaded.tsx';
import { PageProvider, usePage } from '../page/page-context.tsx';
import { titleOf } from './title.ts';

/**
 * The root component of every buyer page, on the server and in the browser. `Content` renders the pages of one area.
 */
export const App = ({ page, Content }: { page: HostedPage; Content: ComponentType }) => (
  <PageProvider initial={page}>
    <NotLoaded />
    <Content />
    <Title />
  </PageProvider>
);

/** Keeps the tab's title in the page's current language. */
function Title() {
  const { page, say } = usePage();
  const title = titleOf(page.content, say);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
