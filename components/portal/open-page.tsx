import type { Environment } from '../../server/domain/environments.ts';
import { primaryLook } from '../checkout/primary-look.ts';
import { Sheet } from '../checkout/sheet.tsx';
import { usePage } from '../hosted/page-context.tsx';
import { WithoutScript } from '../hosted/without-script.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { useCall } from './use-call.ts';
import { usePortalPath } from './use-portal-path.ts';

/** Where the emailed link leads. A person presses the button: what looks into mails by itself uses no link up. */
export function OpenPage({ environment }: { environment: Environment }) {
  const { say, page } = usePage();
  const portal = usePortalPath();
  const { call, isBusy, problem } = useCall();
  const link = useHydrated() ? new URLSearchParams(location.hash.slice(1)).get('link') : undefined;
  const open = async () => {
    // Replaced, so that the way back does not lead to a link that has been used.
    if (await call(`${portal}/open`, { link })) location.replace(portal);
  };
  const failure = problem?.message ?? (link === null ? say('portal.open.incomplete') : undefined);
  return (
    <Sheet className="mx-auto mt-2 flex w-full max-w-md flex-col gap-4 sm:mt-8">
      <h1 className="text-xl font-semibold tracking-tight">
        {say('portal.open.title', { store: page.store?.name ?? '' })}
      </h1>
      {failure === undefined ? (
        <>
          <p className="text-muted">{say('portal.open.text')}</p>
          <WithoutScript>
            <Alert tone="warning">{say('portal.needsJavaScript')}</Alert>
          </WithoutScript>
          <Button variant="primary" size="large" pending={isBusy} onClick={open} className={primaryLook}>
            {say('portal.open.confirm')}
          </Button>
        </>
      ) : (
        <>
          <Alert tone="danger">{failure}</Alert>
          <ButtonLink
            variant="primary"
            size="large"
            className={primaryLook}
            href={environment === 'test' ? `${portal}?environment=test` : portal}
          >
            {say('portal.open.again')}
          </ButtonLink>
        </>
      )}
    </Sheet>
  );
}
