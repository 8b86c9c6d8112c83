'use client';
import { useEffect, useRef, useState } from 'react';
import type { SampleState } from '#server/storefront/checkout/sample.ts';
import type { SettingsPatch } from './theme-draft.ts';
import type { Side } from './theme-words.ts';

interface Wish {
  readonly side: Side;
  readonly state: SampleState;
  readonly checkoutSettings: SettingsPatch;
}

export interface Preview {
  /** The newest document; undefined before the first. */
  readonly html: string | undefined;
  /** Fields that the service would refuse, such as `light.checkoutLogo`. */
  readonly refused: readonly string[];
  /** Why there is no newer one. */
  readonly failure: string | undefined;
  /** Whether it judges the settings as they are now, on whichever side: until then, what is refused may have been put right. */
  readonly isCurrent: boolean;
}

/** So far apart at least: quick enough to follow a finger on the colour picker, and well below the service's limit. */
const pauseMs = 90;
/** After an answer that did not come, or said no; twice as long each time. */
const firstRetryMs = 1500;
const lastRetryMs = 60_000;

/** The page as the service would make it now. Answers that are overtaken by newer ones are dropped. */
export function usePreview(path: string, wish: Wish): Preview {
  const [preview, setPreview] = useState<Answer & { of?: string }>({
    html: undefined,
    refused: [],
    failure: undefined,
  });
  const [tries, setTries] = useState(0);
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  const numbers = useRef({ sent: 0, shown: 0 });
  const failures = useRef(0);
  const body = JSON.stringify(wish);
  const judged = JSON.stringify(wish.checkoutSettings);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further try is a reason to ask again; `judged` is in `body`
  useEffect(() => {
    let retry: ReturnType<typeof setTimeout>;
    const ask = async () => {
      sentAt.current = performance.now();
      numbers.current.sent += 1;
      const number = numbers.current.sent;
      const answer = await fetchPreview(path, body);
      if (number < numbers.current.shown) return;
      numbers.current.shown = number;
      setPreview((before) => ({ html: before.html, ...answer, of: judged }));
      const isNewest = number === numbers.current.sent;
      failures.current = answer.failure ? failures.current + 1 : 0;
      const waitMs = Math.min(firstRetryMs * 2 ** (failures.current - 1), lastRetryMs);
      if (answer.failure && isNewest) retry = setTimeout(() => setTries((count) => count + 1), waitMs);
    };
    const timer = setTimeout(() => void ask(), Math.max(0, sentAt.current + pauseMs - performance.now()));
    return () => {
      clearTimeout(timer);
      clearTimeout(retry);
    };
  }, [path, body, tries]);
  return { ...preview, isCurrent: preview.of === judged };
}

type Answer = Omit<Preview, 'isCurrent'>;

async function fetchPreview(path: string, body: string): Promise<Omit<Answer, 'html'> & { html?: string }> {
  try {
    const response = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    if (response.ok) return { html: await response.text(), refused: [], failure: undefined };
    const { errors = [] } = (await response.json()) as { errors?: readonly { path?: string }[] };
    const refused = errors.flatMap(({ path: field }) => (field ? [field] : []));
    if (refused.length > 0) return { refused, failure: undefined };
    return { refused, failure: sentences[response.status] ?? 'The preview could not be made.' };
  } catch {
    return { refused: [], failure: 'The service cannot be reached.' };
  }
}

const sentences: Readonly<Record<number, string>> = {
  401: 'You have been signed out. Sign in again in another tab; nothing you entered is lost.',
};
