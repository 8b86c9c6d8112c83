/** The explorer inside the dashboard: it asks as whoever is signed in, in one environment, and begins with questions to one store. */
import type { Environment } from '../domain/environments.ts';
import { renderExplorer } from './explorer.ts';
import { explorerExamples } from './explorer-examples.ts';
import { phoneHead, phoneViews } from './phone-explorer.ts';

interface ExploredStore {
  /** `STO_xxx`. */
  readonly storeId: string;
  readonly environment: Environment;
  /** The currency that amounts are asked in. */
  readonly currency: string;
  /** Until when figures are asked for: the store's own time. */
  readonly now: Date;
}

const fixed = { title: 'Counterfoil GraphQL', endpoint: '/dashboard/api/graphql' };

/** What stands before and after the options: the same nine megabytes for everybody, kept once. */
let around: readonly [string, string] | undefined;

/** The explorer's page for one store. Tabs are kept in the browser, for each store and environment by themselves. */
export function dashboardExplorerPage(store: ExploredStore): string {
  around ??= splitAt(withViews(renderExplorer(fixed)), JSON.stringify(fixed));
  const options = {
    ...fixed,
    additionalHeaders: { 'X-Environment': store.environment },
    defaultTabs: explorerExamples(store).map((query) => ({ query })),
    isHeadersEditorEnabled: false,
    defaultEditorToolsVisibility: false,
    credentials: 'same-origin',
  };
  const [before, after] = around;
  const own = `counterfoil-explorer:${store.storeId}:${store.environment}:`;
  const script = `<script>(${keepApart})(${inScript(own)})</script>`;
  return before.replace('<style>', () => `${script}${phoneHead}<style>`) + inScript(options) + after;
}

/**
 * What the page may do. It runs its own scripts, which stand in it, and asks this service alone; no other site may put it
 * into a frame. (It overrules the `X-Frame-Options` of the other pages.)
 */
export const explorerPolicy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' blob:",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** As JSON that cannot end the script it stands in. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

function withViews(page: string): string {
  const [before, after] = splitAt(page, '<div id="root"');
  return `${before}${phoneViews}<div id="root"${after}`;
}

function splitAt(text: string, middle: string): [string, string] {
  const place = text.lastIndexOf(middle);
  if (place === -1) throw new Error(`the explorer does not hold ${middle}`);
  return [text.slice(0, place), text.slice(place + middle.length)];
}

/** Runs in the page before everything else: gives the explorer a storage of its own, and the dashboard's theme. */
const keepApart = `function (own) {
  try {
    const kept = window.localStorage;
    const theme = kept.getItem('counterfoil-theme');
    kept.setItem(own + 'graphiql:theme', theme === 'light' || theme === 'dark' ? theme : '');
    const tabState = 'graphiql:tabState';
    // What was kept may be anything by now: by an older version, by hand. What is no list of tabs is forgotten.
    const keptTabs = () => {
      try {
        const { tabs, activeTabIndex } = JSON.parse(kept.getItem(own + tabState));
        return Array.isArray(tabs) && tabs.every((tab) => typeof tab?.id === 'string') ? { tabs, activeTabIndex } : undefined;
      } catch {}
    };
    if (!keptTabs()) kept.removeItem(own + tabState);
    const storage = {
      getItem: (key) => {
        // What it thinks it showed last is the tab that it did: it would open another, empty one beside those it kept.
        const [, name] = /^graphiql:(query|variables)$/.exec(key) || [];
        const { tabs, activeTabIndex } = (name && keptTabs()) || {};
        return tabs ? tabs[activeTabIndex]?.[name] ?? null : kept.getItem(own + key);
      },
      setItem: (key, value) => kept.setItem(own + key, value),
      removeItem: (key) => kept.removeItem(own + key),
      clear: () => {},
      length: 0,
    };
    Object.defineProperty(window, 'localStorage', { configurable: true, value: storage });
  } catch {}
}`;
