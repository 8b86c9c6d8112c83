import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { PageStore } from '#server/storefront/rendering/page.ts';
import { NoMoneyStrip } from '../checkout/no-money-strip.tsx';
import { usePage } from './page-context.tsx';
import { PageControls } from './page-controls.tsx';
import { splitMessage } from './split-message.ts';
import { StoreMark } from './store-mark.tsx';

/**
 * The frame of every buyer page: logo, language, theme, contact and test mode banner. `isTest`: whether the sandbox
 * runs in test or live mode; null for real payments or an unknown mode.
 */
export function Frame({ isTest, children }: { isTest: boolean | null; children: ReactNode }) {
  const { store } = usePage().page;
  return (
    <div className="flex min-h-dvh flex-col bg-background">
      <header>
        {isTest !== null && <NoMoneyStrip isTest={isTest} />}
        <div
          className={clsx(column, 'flex items-center justify-between gap-4 py-3 noscript:flex-wrap min-[60rem]:py-6')}
        >
          <div className="min-w-0">{store && <StoreMark store={store} />}</div>
          <PageControls />
        </div>
      </header>
      <main className={clsx(column, 'flex grow flex-col pt-2 pb-10')}>{children}</main>
      <footer className={column}>{store && <StoreContact store={store} />}</footer>
    </div>
  );
}

const column = 'mx-auto w-full max-w-5xl px-4 sm:px-6';

/** The seller and their contact. */
function StoreContact({ store }: { store: PageStore }) {
  const { say } = usePage();
  const [before, after] = splitMessage(say, 'common.questions', 'email');
  return (
    <p className="border-t border-border py-5 text-sm text-muted">
      {say('common.soldBy', { store: store.name })}
      {store.supportEmail && (
        <>
          {' '}
          {before}
          <a
            className="inline-block max-w-full py-1 break-words text-link underline underline-offset-2"
            href={`mailto:${store.supportEmail}`}
          >
            {store.supportEmail}
          </a>
          {after}
        </>
      )}
    </p>
  );
}
