/** The explorer inside the dashboard: it asks as whoever is signed in, in one environment, and begins with questions to one store. */
import type { Environment } from '#server/domain/environments.ts';
import { inScript, writeExplorer } from './explorer.ts';
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

/** The explorer's page for one store. Tabs are kept in the browser, for each store and environment by themselves. */
export function dashboardExplorerPage(store: ExploredStore, nonce: string): string {
  const options = {
    ...fixed,
    additionalHeaders: { 'X-Environment': store.environment },
    defaultTabs: explorerExamples(store).map((query) => ({ query })),
    isHeadersEditorEnabled: false,
    defaultEditorToolsVisibility: false,
    credentials: 'same-origin' as const,
  };
  const own = `counterfoil-explorer:${store.storeId}:${store.environment}:`;
  const head = `<script nonce="${nonce}">(${keepApart})(${inScript(own)})</script>${phoneHead}`;
  return writeExplorer(nonce, options, { head, beforeRoot: phoneViews(nonce) });
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
