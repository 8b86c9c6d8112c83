import { SearchX } from 'lucide-react';
import { ButtonLink } from '#components/ui/button.tsx';
import { NoticeSheet } from '../page/notice.tsx';
import { usePage } from '../page/page-context.tsx';
import { primaryLook } from '../theme/primary-look.ts';
import { usePortalAddress } from './use-portal-address.ts';

/** Shown for an unknown page, or another customer's. */
export function NotFound({ isSignedIn }: { isSignedIn: boolean }) {
  const { say, page } = usePage();
  const address = usePortalAddress();
  return (
    <NoticeSheet icon={SearchX} title={say('portal.notFound.title')}>
      <p>{say(page.store ? 'portal.notFound.text' : 'portal.notFound.noStore')}</p>
      {isSignedIn && (
        <ButtonLink variant="primary" size="large" className={`mt-3 ${primaryLook}`} href={address()}>
          {say('portal.back')}
        </ButtonLink>
      )}
    </NoticeSheet>
  );
}
