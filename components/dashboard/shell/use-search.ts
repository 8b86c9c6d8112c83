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
  const [searchedText, setSearchedText] = useState(text);
  useEffect(() => {
    const pause = setTimeout(() => setSearchedText(text), pauseMs);
    return () => clearTimeout(pause);
  }, [text]);
  const isActive = searchedText.length >= minLength && text.length >= minLength;
  const { data, isFetching, isError } = useQuery({
    queryKey: ['find', base, searchedText],
    enabled: isActive,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const response = await fetch(`${base}/find?q=${encodeURIComponent(searchedText)}`, { signal });
      if (!response.ok) throw new Error(`find: ${response.status}`);
      return ((await response.json()) as { found: readonly FoundItem[] }).found;
    },
  });
  return {
    found: isActive ? (data ?? []) : [],
    isSearching: text.length >= minLength && (isFetching || searchedText !== text),
    isError: isActive && isError,
  };
}
