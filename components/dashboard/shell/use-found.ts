'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FoundItem } from './palette-items.ts';

/** Nothing shorter names anything. */
const shortest = 3;
/** So long nobody types the next letter any more. */
const pauseMs = 150;

/** What the server finds by a text that is being typed. `isLooking` until it has answered for the whole of it. */
export function useFound(base: string, typed: string) {
  const text = typed.trim().slice(0, 200);
  const [asked, ask] = useState(text);
  useEffect(() => {
    const pause = setTimeout(() => ask(text), pauseMs);
    return () => clearTimeout(pause);
  }, [text]);
  const isSought = asked.length >= shortest && text.length >= shortest;
  const { data, isFetching, isError } = useQuery({
    queryKey: ['find', base, asked],
    enabled: isSought,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const response = await fetch(`${base}/find?q=${encodeURIComponent(asked)}`, { signal });
      if (!response.ok) throw new Error(`find: ${response.status}`);
      return ((await response.json()) as { found: readonly FoundItem[] }).found;
    },
  });
  return {
    found: isSought ? (data ?? []) : [],
    isLooking: text.length >= shortest && (isFetching || asked !== text),
    isError: isSought && isError,
  };
}
