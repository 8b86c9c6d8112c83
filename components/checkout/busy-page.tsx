import { Hourglass } from 'lucide-react';
import { usePage } from '../hosted/page-context.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Frame } from './frame.tsx';
import { NoticeSheet } from './notice.tsx';

/** Pages are loaded too often from the visitor's network: when to try again. */
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
