import { CloudOff } from 'lucide-react';
import { ButtonLink } from '#components/ui/button.tsx';
import { Frame } from '../page/frame.tsx';
import { NoticeSheet } from '../page/notice.tsx';
import { usePage } from '../page/page-context.tsx';
import { splitMessage } from '../page/split-message.ts';

/** Shown after an error on our side. Retrying is safe. */
export function BrokenPage({ requestId, isOutage }: { requestId: string; isOutage: boolean }) {
  const { page, say, withChoices } = usePage();
  const [before, after] = splitMessage(say, 'notice.broken.reference', 'number');
  return (
    <Frame isTest={null}>
      <NoticeSheet icon={CloudOff} title={say(isOutage ? 'notice.outage.title' : 'notice.broken.title')}>
        <p>{say(isOutage ? 'notice.outage.text' : 'notice.broken.text')}</p>
        <p className="text-sm text-muted">
          {before}
          <code className="inline-block font-mono break-all">{requestId}</code>
          {after}
        </p>
        <ButtonLink size="large" className="mt-3" href={withChoices(page.path)}>
          {say('common.tryAgain')}
        </ButtonLink>
      </NoticeSheet>
    </Frame>
  );
}
