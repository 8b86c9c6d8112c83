import { useEffect } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { useSay } from '../page/page-context.tsx';
import { Sheet } from '../page/sheet.tsx';
import { WithoutScript } from '../page/without-script.tsx';
import { LinkOver } from './link-over.tsx';
import { useCall } from './use-call.ts';
import { useEmailedLink } from './use-emailed-link.ts';
import { usePortalAddress } from './use-portal-address.ts';

/**
 * Exchanges the recovery link's token (after the `#`) for a cookie and opens the order's page. The token can be used
 * again, so no click is needed.
 */
export function RecoveryOpening() {
  const say = useSay();
  const address = usePortalAddress();
  const { call, isBusy, problem, clear } = useCall();
  const link = useEmailedLink(clear);
  const open = async (token: string) => {
    const opened = await call<{ goTo: string }>(address('/fix'), { link: token });
    // Replaces the history entry, so that Back does not return here.
    if (opened) location.replace(opened.goTo);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each link is exchanged once
  useEffect(() => {
    if (link) void open(link);
  }, [link]);
  if (link === null || problem?.reason?.startsWith('link_')) {
    return <LinkOver state={problem?.reason === 'link_expired' ? 'expired' : 'unknown'} isReplacement />;
  }
  return (
    <Sheet className="flex flex-col gap-4">
      <h1 className="text-xl font-semibold tracking-tight">{say('portal.fix.opening')}</h1>
      <WithoutScript>
        <Alert tone="warning">{say('portal.needsJavaScript')}</Alert>
      </WithoutScript>
      {/* The link may still be valid: the visitor can retry. */}
      {problem && link && (
        <>
          <Alert tone="danger">{problem.message}</Alert>
          <Button size="large" pending={isBusy} onClick={() => open(link)}>
            {say('common.tryAgain')}
          </Button>
        </>
      )}
    </Sheet>
  );
}
