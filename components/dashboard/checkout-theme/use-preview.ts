'use client';
import { useEffect, useRef, useState } from 'react';
import type { SampleState } from '#server/storefront/checkout/sample.ts';
import type { SettingsPatch } from './theme-draft.ts';
import type { Side } from './theme-words.ts';

interface PreviewRequest {
  readonly side: Side;
  readonly state: SampleState;
  readonly checkoutSettings: SettingsPatch;
}

export interface Preview {
  /** The latest document; undefined before the first. */
  readonly html: string | undefined;
  /** Fields that the server rejects, such as `light.checkoutLogo`. */
  readonly refused: readonly string[];
  /** The error of the last request, if it failed. */
  readonly failure: string | undefined;
  /** Whether `refused` reflects the current settings. Until then, a listed field may already be corrected. */
  readonly isCurrent: boolean;
}

/** The minimum interval: fast enough for the color picker, and well below the server's rate limit. */
const minIntervalMs = 90;
/** Retry delays after a failed request; doubled each time. */
const firstRetryMs = 1500;
const maxRetryMs = 60_000;

/** Fetches the preview of the current settings. Responses older than the shown one are dropped. */
export function usePreview(path: string, request: PreviewRequest): Preview {
  const [preview, setPreview] = useState<Result & { of?: string }>({
    html: undefined,
    refused: [],
    failure: undefined,
  });
  const [attempts, setAttempts] = useState(0);
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  const requestNumbers = useRef({ sent: 0, shown: 0 });
  const failures = useRef(0);
  const body = JSON.stringify(request);
  const settingsKey = JSON.stringify(request.checkoutSettings);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt repeats the request; `settingsKey` is part of `body`
  useEffect(() => {
    let retry: ReturnType<typeof setTimeout>;
    const load = async () => {
      sentAt.current = performance.now();
      requestNumbers.current.sent += 1;
      const number = requestNumbers.current.sent;
      const result = await fetchPreview(path, body);
      if (number < requestNumbers.current.shown) return;
      requestNumbers.current.shown = number;
      setPreview((before) => ({ html: before.html, ...result, of: settingsKey }));
      const isLatest = number === requestNumbers.current.sent;
      failures.current = result.failure ? failures.current + 1 : 0;
      const waitMs = Math.min(firstRetryMs * 2 ** (failures.current - 1), maxRetryMs);
      if (result.failure && isLatest) retry = setTimeout(() => setAttempts((count) => count + 1), waitMs);
    };
    const timer = setTimeout(() => void load(), Math.max(0, sentAt.current + minIntervalMs - performance.now()));
    return () => {
      clearTimeout(timer);
      clearTimeout(retry);
    };
  }, [path, body, attempts]);
  return { ...preview, isCurrent: preview.of === settingsKey };
}

type Result = Omit<Preview, 'isCurrent'>;

async function fetchPreview(path: string, body: string): Promise<Omit<Result, 'html'> & { html?: string }> {
  try {
    const response = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    if (response.ok) return { html: await response.text(), refused: [], failure: undefined };
    const { errors = [] } = (await response.json()) as { errors?: readonly { path?: string }[] };
    const refused = errors.flatMap(({ path: field }) => (field ? [field] : []));
    if (refused.length > 0) return { refused, failure: undefined };
    return { refused, failure: messages[response.status] ?? 'The preview could not be loaded.' };
  } catch {
    return { refused: [], failure: 'The server can’t be reached.' };
  }
}

const messages: Readonly<Record<number, string>> = {
  401: 'You have been signed out. Sign in again in another tab. Your input is kept.',
};
