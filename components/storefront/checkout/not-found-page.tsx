import { Link2Off } from 'lucide-react';
import { Frame } from '../page/frame.tsx';
import { NoticeSheet } from '../page/notice.tsx';
import { usePage } from '../page/page-context.tsx';
import { ExitLinks } from './exit-links.tsx';
import { GoBack } from './go-back.tsx';

/** Shown for an unknown checkout. */
export function NotFoundPage() {
  const { page, say } = usePage();
  return (
    <Frame isTest={null}>
      <NoticeSheet icon={Link2Off} title={say('notice.notFound.title')}>
        <p>{say('notice.notFound.text')}</p>
        <p>{say('notice.notFound.ask')}</p>
        {page.store ? <ExitLinks store={page.store} environment="prod" site={null} /> : <GoBack />}
      </NoticeSheet>
    </Frame>
  );
}
