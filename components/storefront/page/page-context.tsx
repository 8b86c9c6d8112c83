/** The context of a buyer page: its data, messages and refresh. */
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
  /** Adds the visitor's choices to a URL of ours. */
  readonly withChoices: (address: string) => string;
  /** Fetches the page again. Returns false without a valid response; the page stays unchanged. */
  readonly refresh: () => Promise<boolean>;
  /** Switches the language. Form input is kept. */
  readonly speak: (language: Language) => Promise<boolean>;
  /** Switches the theme. */
  readonly paint: (theme: ThemeChoice) => Promise<boolean>;
}

const PageContext = createContext<PageState | null>(null);

export function PageProvider({ initial, children }: { initial: HostedPage; children: ReactNode }) {
  const [page, setPage] = useState(initial);
  const [words, setWords] = useState<CompiledMessages>(initial.messages ?? {});
  const questions = useRef(0);
  // Sent with every request: in another site's frame no cookie keeps the choices.
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
    // Only the latest request counts.
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
        // Applied immediately; the server only stores it.
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

/** Another site's URL stays unchanged. */
function addQuery(address: string, query: string): string {
  if (query === '' || !address.startsWith('/')) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${query}`;
}

/** Applies the theme to the document and the browser's toolbar. */
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

/** The page's messages. */
export const useSay = (): Say => usePage().say;
