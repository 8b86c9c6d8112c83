/**
 * The explorer inside the dashboard. It calls as the signed-in merchant in one environment, and starts with examples
 * for one store.
 */
import type { Environment } from '#server/domain/environments.ts';
import { inScript, writeExplorer } from './explorer.ts';
import { explorerExamples } from './explorer-examples.ts';
import { phoneHead, phoneViews } from './phone-explorer.ts';

interface ExploredStore {
  /** `STO_xxx`. */
  readonly storeId: string;
  readonly environment: Environment;
  /** The currency of amounts in the examples. */
  readonly currency: string;
  /** The end of the examples' time ranges, by the store's clock. */
  readonly now: Date;
}

const fixed = { title: 'Counterfoil GraphQL', endpoint: '/dashboard/api/graphql' };

/** The explorer's page for one store. The browser stores its tabs per store and environment. */
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
  const head = `<script nonce="${nonce}">(${isolationScript})(${inScript(own)})</script>${phoneHead}`;
  return writeExplorer(nonce, options, { head, beforeRoot: phoneViews(nonce) });
}

/** Runs in the page first: gives the explorer separate storage and the dashboard's theme. */
const isolationScript = `function (own) {
  try {
    const stored = window.localStorage;
    const theme = stored.getItem('counterfoil-theme');
    stored.setItem(own + 'graphiql:theme', theme === 'light' || theme === 'dark' ? theme : '');
    const tabState = 'graphiql:tabState';
    // Stored tabs may be from an older version or edited. Invalid lists are discarded.
    const storedTabs = () => {
      try {
        const { tabs, activeTabIndex } = JSON.parse(stored.getItem(own + tabState));
        return Array.isArray(tabs) && tabs.every((tab) => typeof tab?.id === 'string') ? { tabs, activeTabIndex } : undefined;
      } catch {}
    };
    if (!storedTabs()) stored.removeItem(own + tabState);
    const storage = {
      getItem: (key) => {
        // Restores the active tab from the stored query and variables; otherwise the explorer would open another, empty
        // tab.
        const [, name] = /^graphiql:(query|variables)$/.exec(key) || [];
        const { tabs, activeTabIndex } = (name && storedTabs()) || {};
        return tabs ? tabs[activeTabIndex]?.[name] ?? null : stored.getItem(own + key);
      },
      setItem: (key, value) => stored.setItem(own + key, value),
      removeItem: (key) => stored.removeItem(own + key),
      clear: () => {},
      length: 0,
    };
    Object.defineProperty(window, 'localStorage', { configurable: true, value: storage });
  } catch {}
}`;
