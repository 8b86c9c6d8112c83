import { Link2Off } from 'lucide-react';
import { usePage } from '../hosted/page-context.tsx';
import { Frame } from './frame.tsx';
import { GoBack } from './go-back.tsx';
import { NoticeSheet } from './notice.tsx';
import { WaysOn } from './ways-on.tsx';

/** An address that leads to no checkout. */
export function NotFoundPage() {
  const { page, say } = usePage();
  return (
    <Frame isTest={null}>
      <NoticeSheet icon={Link2Off} title={say('notice.notFound.title')}>
        <p>{say('notice.notFound.text')}</p>
        <p>{say('notice.notFound.ask')}</p>
        {page.store ? <WaysOn store={page.store} environment="prod" site={null} /> : <GoBack />}
      </NoticeSheet>
    </Frame>
  );
}
