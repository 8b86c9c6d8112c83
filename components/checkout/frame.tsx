import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { CheckoutState, CheckoutView } from '../../server/checkout/view.ts';
import type { CheckoutSettings } from '../../server/domain/store.ts';
import { NoMoneyStrip } from './no-money-strip.tsx';
import { StateWatch } from './state-watch.tsx';
import { StoreMark } from './store-mark.tsx';
import { checkoutCss, rootId } from './theme-css.ts';

interface FrameProps {
  store: CheckoutView['store'];
  settings: CheckoutSettings;
  darkMode: boolean | undefined;
  isTest: boolean;
  state: CheckoutState;
  returnUrl: string | null;
  children: ReactNode;
}

/** What all states of a checkout have around them: the store's theme, its mark, and the word on money. */
export function Frame({ store, settings, darkMode, isTest, state, returnUrl, children }: FrameProps) {
  const theme = darkMode === undefined ? undefined : darkMode ? 'dark' : 'light';
  return (
    <div
      id={rootId}
      // The sentences are in English; what follows the session's language as yet is money and dates.
      lang="en"
      dir="ltr"
      data-theme={theme}
      className="flex min-h-dvh flex-col bg-background"
    >
      <style>{checkoutCss(settings, darkMode)}</style>
      <header>
        <NoMoneyStrip isTest={isTest} />
        <div className={clsx(column, 'pt-6 pb-5 min-[60rem]:pt-10 min-[60rem]:pb-8')}>
          <StoreMark store={store} settings={settings} darkMode={darkMode} />
        </div>
      </header>
      <main className={clsx(column, 'flex grow flex-col pb-10')}>{children}</main>
      <footer className={column}>
        <StoreContact store={store} />
      </footer>
      <StateWatch state={state} returnUrl={returnUrl} />
    </div>
  );
}

const column = 'mx-auto w-full max-w-5xl px-4 sm:px-6';

/** Who sells, and how to ask. */
function StoreContact({ store }: { store: CheckoutView['store'] }) {
  return (
    <p className="border-t border-border py-5 text-sm text-muted">
      Sold by {store.name}.
      {store.supportEmail && (
        <>
          {' '}
          Questions? Write to{' '}
          <a className="inline-block py-1 text-link underline underline-offset-2" href={`mailto:${store.supportEmail}`}>
            {store.supportEmail}
          </a>
        </>
      )}
    </p>
  );
}
