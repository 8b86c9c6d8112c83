import { useRef, useState } from 'react';
import type { MessageKey } from '#server/i18n/say.ts';
import { usePage } from '../page/page-context.tsx';
import { type Sent, send } from './send.ts';

interface Problem {
  readonly message: string;
  readonly field: string | undefined;
  /** The reason code, if the server sent one. */
  readonly reason: string | undefined;
}

/** Runs one portal request at a time and returns its problem. `noResponseKey`: the message without a response. */
export function useCall(noResponseKey: MessageKey = 'portal.noAnswer') {
  const { say, refresh } = usePage();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const isUnderWay = useRef(false);

  /** The result; undefined while another request runs or after a refusal, which the page shows. */
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
      sent.kind === 'refused' ? sent : { message: say(noResponseKey), field: undefined, reason: undefined };
    setProblem({ message, field, reason });
    // The request may have succeeded, or another one was faster: the next page shows it.
    if (sent.kind === 'unknown' || sent.isStale) await refresh();
    return undefined;
  }

  return { call, isBusy, problem, clear: () => setProblem(undefined) };
}
