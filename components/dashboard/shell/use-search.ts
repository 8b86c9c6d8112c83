'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FoundItem } from './palette-items.ts';

/** Shorter texts are not searched for. */
const minLength = 3;
/** How long typing has to pause before the search runs. */
const pauseMs = 150;

/** Search results for a text while it is typed. `isSearching` until the server has answered for the current text. */
export function useSearch(base: string, typed: string) {
  const text = typed.trim().slice(0, 200);
  const [asked, ask] = useState(text);
  useEffect(() => {
    const pause = setTimeout(() => ask(text), pauseMs);
    return () => clearTimeout(pause);
  }, [text]);
  const isActive = asked.length >= minLength && text.length >= minLength;
  const { data, isFetching, isError } = useQuery({
    queryKey: ['find', base, asked],
    enabled: isActive,
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
    found: isActive ? (data ?? []) : [],
    isSearching: text.length >= minLength && (isFetching || asked !== text),
    isError: isActive && isError,
  };
}
