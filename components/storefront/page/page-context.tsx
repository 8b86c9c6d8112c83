/** What every component of a buyer's page can ask: what the page knows, its words, and for what is new. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { type CompiledMessages, formatMessage } from '#server/i18n/format.ts';
import type { Language } from '#server/i18n/languages.ts';
import type { Say } from '#server/i18n/say.ts';
import type { ThemeChoice } from '#server/storefront/rendering/choices.ts';
import type { HostedPage } from '#server/storefront/rendering/page.ts';
import { fetchPage, keepInAddress } from './fetch-page.ts';

interface PageState {
  readonly page: HostedPage;
  readonly say: Say;
  /** An address for the page's links and requests: a path of ours goes on with what was chosen on the way here. */
  readonly withChoices: (address: string) => string;
  /** Asks the server how things stand and shows that; false where there was no answer, and the page stays as it is. */
  readonly refresh: () => Promise<boolean>;
  /** In another language from now on; what was typed stays. */
  readonly speak: (language: Language) => Promise<boolean>;
  /** In other colours from now on. */
  readonly paint: (theme: ThemeChoice) => Promise<boolean>;
}

const PageContext = createContext<PageState | null>(null);

export function PageProvider({ initial, children }: { initial: HostedPage; children: ReactNode }) {
  const [page, setPage] = useState(initial);
  const [words, setWords] = useState<CompiledMessages>(initial.messages ?? {});
  const questions = useRef(0);
  // Said again with every question: in another site's frame no cookie remembers it.
  const chosen = useRef<Readonly<Record<string, string>>>({});
  const load = useCallback(async (choice: Readonly<Record<string, string>> = {}) => {
    const before = chosen.current;
    chosen.current = { ...before, ...choice };
    questions.current += 1;
    const question = questions.current;
    const next = await fetchPage(chosen.current);
    if (!next) {
      chosen.current = before;
      return false;
    }
    // Of two questions the later one's answer counts, whichever comes first.
    if (question !== questions.current) return true;
    keepInAddress(chosen.current);
    if (next.messages) setWords(next.messages);
    setPage(next);
    return true;
  }, []);
  const { reading, theme, choices } = page;
  const { locale } = reading;
  const say = useCallback<Say>((key, values) => formatMessage(words, locale, key, values), [words, locale]);
  const state = useMemo<PageState>(
    () => ({
      page,
      say,
      withChoices: (address) => addQuery(address, choices),
      refresh: () => load(),
      speak: (language) => load({ language }),
      paint(theme) {
        // At once; the server only has to remember it.
        setPage((shown) => ({ ...shown, theme: theme === 'system' ? null : theme }));
        return load({ theme });
      },
    }),
    [page, say, choices, load],
  );
  useEffect(() => {
    const root = document.documentElement;
    root.lang = reading.language;
    root.dir = reading.language === 'ar' ? 'rtl' : 'ltr';
  }, [reading.language]);
  useTheme(theme, initial.theme);
  return <PageContext value={state}>{children}</PageContext>;
}

/** Another site's address, such as a provider's, stays as it is. */
function addQuery(address: string, query: string): string {
  if (query === '' || !address.startsWith('/')) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${query}`;
}

/** Puts the document into these colours, and the browser's own chrome with it. */
function useTheme(theme: HostedPage['theme'], initial: HostedPage['theme']): void {
  const shown = useRef(initial);
  useEffect(() => {
    if (shown.current === theme) return;
    shown.current = theme;
    const root = document.documentElement;
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    const color = getComputedStyle(root).getPropertyValue('--background').trim();
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
      meta.removeAttribute('media');
      meta.content = color;
    }
  }, [theme]);
}

export function usePage(): PageState {
  const state = useContext(PageContext);
  if (!state) throw new Error('usePage needs a PageProvider above it');
  return state;
}

/** The page's words. */
export const useSay = (): Say => usePage().say;
