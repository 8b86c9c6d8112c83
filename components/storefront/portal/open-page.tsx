import { Alert } from '#components/ui/alert.tsx';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { usePage } from '../page/page-context.tsx';
import { Sheet } from '../page/sheet.tsx';
import { WithoutScript } from '../page/without-script.tsx';
import { primaryLook } from '../theme/primary-look.ts';
import { useCall } from './use-call.ts';
import { useEmailedLink } from './use-emailed-link.ts';
import { usePortalAddress } from './use-portal-address.ts';

/** The target of an emailed sign-in link. Requires a click, so that mail scanners do not use the link. */
export function OpenPage() {
  const { say, page } = usePage();
  const address = usePortalAddress();
  const { call, isBusy, problem, clear } = useCall();
  // Clears the message of the previous link when another one is opened in this page.
  const link = useEmailedLink(clear);
  const open = async () => {
    // Replaces the history entry, so that Back does not return to a used link.
    if (link && (await call(address('/open'), { link }))) location.replace(address());
  };
  const isOver = link === null || problem?.reason?.startsWith('link_') === true;
  return (
    <Sheet className="mx-auto mt-2 flex w-full max-w-md flex-col gap-4 sm:mt-8">
      <h1 className="text-xl font-semibold tracking-tight">
        {say('portal.open.title', { store: page.store?.name ?? '' })}
      </h1>
      {isOver ? (
        <>
          <Alert tone="danger">{problem?.message ?? say('portal.open.incomplete')}</Alert>
          <ButtonLink variant="primary" size="large" className={primaryLook} href={address()}>
            {say('portal.open.again')}
          </ButtonLink>
        </>
      ) : (
        <>
          <p className="text-muted">{say('portal.open.text')}</p>
          {/* The link may still be valid: the visitor can retry. */}
          {problem && <Alert tone="danger">{problem.message}</Alert>}
          <WithoutScript>
            <Alert tone="warning">{say('portal.needsJavaScript')}</Alert>
          </WithoutScript>
          <Button variant="primary" size="large" pending={isBusy} onClick={open} className={primaryLook}>
            {say('portal.open.confirm')}
          </Button>
        </>
      )}
    </Sheet>
  );
}
