import { useCallback, useEffect, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { useSay } from '../page/page-context.tsx';
import { send } from './send.ts';
import { usePortalAddress } from './use-portal-address.ts';

/**
 * Reads the session token from the address (`#token=…`), sends it once and removes it. Signs in as the token's
 * customer, replacing an earlier session.
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
    // Kept in the address without a response: a reload retries.
    if (sent.kind !== 'unknown') history.replaceState(null, '', `${location.pathname}${location.search}`);
    // Loads a new document: the current one may not load a provider's form.
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
