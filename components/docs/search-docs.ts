/** Full-text search over the entries of the search index. */
import type { SearchEntry } from '#server/docs/search-index.ts';

export interface SearchResult extends SearchEntry {
  /** The text around the first match; empty if only titles match. */
  readonly excerpt: string;
}

const maxResults = 20;
const excerptLength = 90;

/** Entries that contain all words of the query, best match first. */
export function searchDocs(entries: readonly SearchEntry[], query: string): SearchResult[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxResults)
    .map(({ entry }) => ({ ...entry, excerpt: excerptOf(entry.text, words) }));
}

/** 0 if a word is missing. Titles count more than pages, and pages more than texts. */
function scoreOf({ title, page, text }: SearchEntry, words: readonly string[]): number {
  const [inTitle, inPage, inText] = [title, page, text].map((part) => part.toLowerCase());
  const scores = words.map((word) => {
    if (inTitle?.startsWith(word)) return 10;
    if (inTitle?.includes(word)) return 6;
    if (inPage?.includes(word)) return 3;
    return inText?.includes(word) ? 1 : 0;
  });
  return scores.includes(0) ? 0 : scores.reduce<number>((sum, score) => sum + score, 0);
}

function excerptOf(text: string, words: readonly string[]): string {
  const positions = words.map((word) => text.toLowerCase().indexOf(word)).filter((position) => position >= 0);
  if (positions.length === 0) return '';
  const start = text.lastIndexOf(' ', Math.max(0, Math.min(...positions) - 20)) + 1;
  const part = text.slice(start, start + excerptLength).trim();
  return `${start > 0 ? '…' : ''}${part}${start + excerptLength < text.length ? '…' : ''}`;
}
