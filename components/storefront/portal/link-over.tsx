import { ButtonLink } from '#components/ui/button.tsx';
import { useSay } from '../page/page-context.tsx';
import { Sheet } from '../page/sheet.tsx';
import { primaryLook } from '../theme/primary-look.ts';
import { FocusedHeading } from './focused-heading.tsx';
import { usePortalAddress } from './use-portal-address.ts';

/** Shown for an expired or invalid recovery link. */
export function LinkOver({ state, isReplacement }: { state: 'expired' | 'unknown'; isReplacement: boolean }) {
  const say = useSay();
  const address = usePortalAddress();
  return (
    <Sheet className="flex flex-col gap-5 break-words">
      <div className="flex flex-col gap-2">
        <FocusedHeading isReplacement={isReplacement}>{say('portal.fix.over.title')}</FocusedHeading>
        <p>{say(`portal.fix.over.${state}`)}</p>
        <p>{say('portal.fix.over.signIn')}</p>
      </div>
      <ButtonLink variant="primary" size="large" className={primaryLook} href={address()}>
        {say('portal.signIn.title')}
      </ButtonLink>
    </Sheet>
  );
}
