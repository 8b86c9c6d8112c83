import { Hourglass } from 'lucide-react';
import { ButtonLink } from '#components/ui/button.tsx';
import { Frame } from '../page/frame.tsx';
import { NoticeSheet } from '../page/notice.tsx';
import { usePage } from '../page/page-context.tsx';

/** Shown when a network exceeds the page limit. */
export function BusyPage({ seconds }: { seconds: number }) {
  const { page, say, withChoices } = usePage();
  return (
    <Frame isTest={null}>
      <NoticeSheet icon={Hourglass} title={say('notice.busy.title')}>
        <p>{say('notice.busy.text', { seconds })}</p>
        <ButtonLink size="large" className="mt-3" href={withChoices(page.path)}>
          {say('common.tryAgain')}
        </ButtonLink>
      </NoticeSheet>
    </Frame>
  );
}
