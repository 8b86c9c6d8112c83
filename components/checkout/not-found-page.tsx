import { Link2Off } from 'lucide-react';
import { usePage } from '../hosted/page-context.tsx';
import { Frame } from './frame.tsx';
import { NoticeSheet, StoreLinks } from './notice.tsx';

/** An address that leads to no checkout. */
export function NotFoundPage() {
  const { page, say } = usePage();
  return (
    <Frame isTest={null}>
      <NoticeSheet icon={Link2Off} title={say('notice.notFound.title')}>
        <p>{say('notice.notFound.text')}</p>
        <p>{say('notice.notFound.ask')}</p>
        {page.store && <StoreLinks store={page.store} />}
      </NoticeSheet>
    </Frame>
  );
}
