import { CloudOff } from 'lucide-react';
import { usePage } from '../hosted/page-context.tsx';
import { sayAround } from '../hosted/say-around.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Frame } from './frame.tsx';
import { NoticeSheet } from './notice.tsx';

/** Our own failure: nothing is lost by trying again. */
export function BrokenPage({ requestId }: { requestId: string }) {
  const { page, say, withChoices } = usePage();
  const [before, after] = sayAround(say, 'notice.broken.reference', 'number');
  return (
    <Frame isTest={null}>
      <NoticeSheet icon={CloudOff} title={say('notice.broken.title')}>
        <p>{say('notice.broken.text')}</p>
        <p className="text-sm text-muted">
          {before}
          <code className="font-mono break-all">{requestId}</code>
          {after}
        </p>
        <ButtonLink size="large" className="mt-3" href={withChoices(page.path)}>
          {say('common.tryAgain')}
        </ButtonLink>
      </NoticeSheet>
    </Frame>
  );
}
