import { BookOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { DialogMark } from '#components/ui/dialog.tsx';
import { Link } from '#components/ui/link.tsx';
import { Logo } from '#components/ui/logo.tsx';
import { TimeZoneNote } from '#components/ui/time-zone-note.tsx';
import type { Environment } from '#server/domain/environments.ts';
import type { ProviderName } from '#server/providers/rules/payment-provider.ts';
import { AccountMenu } from './account-menu.tsx';
import { ClockBand } from './clock-band.tsx';
import { Commands, SearchButton } from './commands.tsx';
import { EnvironmentBand } from './environment-band.tsx';
import { EnvironmentMark } from './environment-looks.tsx';
import { LiveBand } from './live-band.tsx';
import { Nav } from './nav.tsx';
import type { OpenCounts } from './nav-pages.ts';
import { PhoneBar } from './phone-bar.tsx';
import { StartAtTop } from './start-at-top.tsx';
import { type StoreEntry, StoreSwitcher } from './store-switcher.tsx';

interface ShellProps {
  base: string;
  environment: Environment;
  store: StoreEntry;
  stores: readonly StoreEntry[];
  /** The test clock's time, ISO 8601; null: the store has no test clock. */
  testTime: string | null;
  /** The payment provider for new payments in this environment; null: none is configured. */
  provider: ProviderName | null;
  /** The counts that the navigation shows. */
  openCounts: OpenCounts;
  account: { readonly name: string; readonly email: string; readonly isOperator: boolean };
  children: ReactNode;
}

/** The frame around every page of a store. */
export function Shell({
  base,
  environment,
  store,
  stores,
  testTime,
  provider,
  openCounts,
  account,
  children,
}: ShellProps) {
  const switcher = <StoreSwitcher stores={stores} current={store} environment={environment} />;
  return (
    <DialogMark mark={<EnvironmentMark environment={environment} provider={provider} />}>
      <StartAtTop />
      <Commands base={base} environment={environment} store={store} stores={stores}>
        <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
          <a
            href="#content"
            className="sr-only rounded-control bg-surface px-4 py-3 focus:not-sr-only focus:fixed focus:start-3 focus:top-3 focus:z-50"
          >
            Skip to content
          </a>
          <header className="sticky top-0 hidden h-dvh flex-col gap-4 border-e border-border p-4 lg:flex">
            <Link href={base} className="inline-flex items-center gap-2.5 rounded-control px-1 font-semibold">
              <Logo className="size-8" />
              Counterfoil
            </Link>
            {switcher}
            <SearchButton wide />
            <div className="-mx-4 min-h-0 flex-1 overflow-y-auto overscroll-contain px-4">
              <Nav base={base} openCounts={openCounts} />
            </div>
            <div className="flex flex-col gap-1 border-t border-border pt-2">
              <Link
                href="/docs"
                className="flex min-h-10 items-center gap-2.5 rounded-control px-3 text-sm font-medium text-muted -outline-offset-2 hover:text-text"
              >
                <BookOpen className="size-4" aria-hidden />
                Documentation
              </Link>
              <AccountMenu {...account} wide />
            </div>
          </header>
          <div className="flex min-h-dvh min-w-0 flex-col">
            <header className="flex items-center gap-2 px-4 py-2 lg:hidden">
              <Link
                href={base}
                aria-label="Overview"
                className="grid size-11 shrink-0 place-items-center rounded-control"
              >
                <Logo className="size-8" />
              </Link>
              <div className="min-w-0 flex-1">{switcher}</div>
              <SearchButton />
              <AccountMenu {...account} />
            </header>
            <EnvironmentBand environment={environment} store={store.slug} />
            {environment === 'prod' && provider !== 'stripe' && (
              <LiveBand provider={provider} href={`${base}/settings#payments`} />
            )}
            {testTime && <ClockBand at={testTime} href={`${base}/test-clock`} />}
            <main
              id="content"
              tabIndex={-1}
              className="mx-auto w-full max-w-6xl flex-1 px-4 pt-6 outline-none sm:px-6 lg:pt-8"
            >
              {children}
            </main>
            <footer className="mx-auto w-full max-w-6xl px-4 pt-6 pb-28 sm:px-6 lg:pb-8">
              <TimeZoneNote />
            </footer>
            <div className="fixed inset-x-0 bottom-0 z-30 border-t border-border bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden">
              <PhoneBar base={base} openCounts={openCounts} />
            </div>
          </div>
        </div>
      </Commands>
    </DialogMark>
  );
}
