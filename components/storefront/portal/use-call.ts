import { useRef, useState } from 'react';
import type { MessageKey } from '#server/i18n/say.ts';
import { usePage } from '../page/page-context.tsx';
import { type Sent, send } from './send.ts';

interface Problem {
  readonly message: string;
  readonly field: string | undefined;
  /** Why, where the server said so. */
  readonly reason: string | undefined;
}

/** One call of the portal's at a time, and what there is to say about it; `unheard` where no answer came. */
export function useCall(unheard: MessageKey = 'portal.noAnswer') {
  const { say, refresh } = usePage();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const isUnderWay = useRef(false);

  /** What came of it; undefined where another call is under way, or it was refused (and the page says why). */
  async function call<Data>(path: string, body: object = {}): Promise<Data | undefined> {
    if (isUnderWay.current) return undefined;
    isUnderWay.current = true;
    setBusy(true);
    setProblem(undefined);
    const sent: Sent<Data> = await send<Data>(path, body);
    isUnderWay.current = false;
    setBusy(false);
    if (sent.kind === 'done') return sent.data;
    const { message, field, reason } =
      sent.kind === 'refused' ? sent : { message: say(unheard), field: undefined, reason: undefined };
    setProblem({ message, field, reason });
    // It may have worked, or somebody else was quicker: the page knows the rest.
    if (sent.kind === 'unknown' || sent.isStale) await refresh();
    return undefined;
  }

  return { call, isBusy, problem, clear: () => setProblem(undefined) };
}
