import { useCallback, useEffect, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { useSay } from '../page/page-context.tsx';
import { send } from './send.ts';
import { usePortalAddress } from './use-portal-address.ts';

/**
 * Reads the session token that the address may carry (`#token=…`), sends it once, and takes it out of the address. Who
 * comes with one is signed in as its customer, whatever customer they were before.
 */
export function TokenEntry() {
  const say = useSay();
  const address = usePortalAddress();
  const [state, setState] = useState<{ isEntering: boolean; problem?: string }>({ isEntering: false });
  const enter = useCallback(async () => {
    const token = new URLSearchParams(location.hash.slice(1)).get('token');
    if (!token) return;
    const environment = new URLSearchParams(location.search).get('environment') ?? 'prod';
    setState({ isEntering: true });
    const sent = await send(address('/enter'), { token, environment });
    // Without an answer it stays in the address: loading the page again tries again.
    if (sent.kind !== 'unknown') history.replaceState(null, '', `${location.pathname}${location.search}`);
    // As a document of its own: what a stranger's page may load does not include a provider's form.
    if (sent.kind === 'done') return location.reload();
    setState({ isEntering: false, problem: sent.kind === 'refused' ? sent.message : say('portal.noAnswer') });
  }, [address, say]);
  useEffect(() => {
    const look = () => void enter();
    look();
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, [enter]);
  if (state.isEntering) return <Alert className="mb-6">{say('portal.signIn.entering')}</Alert>;
  if (state.problem) {
    return (
      <Alert tone="danger" className="mb-6">
        {state.problem}
      </Alert>
    );
  }
  return null;
}
