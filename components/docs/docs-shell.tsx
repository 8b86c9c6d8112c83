import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';
import { Logo } from '#components/ui/logo.tsx';
import { Contents, type ContentsGroup } from './contents.tsx';
import { LanguageMemory } from './language-memory.tsx';
import { ThemeMenu } from './theme-menu.tsx';

/** The layout of all documentation pages: contents at the side, or collapsed above the text on phones. */
export function DocsShell({ groups, children }: { groups: readonly ContentsGroup[]; children: ReactNode }) {
  return (
    <div className="min-h-dvh">
      <a
        href="#content"
        className="sr-only rounded-control bg-surface px-4 py-3 focus:not-sr-only focus:fixed focus:start-3 focus:top-3 focus:z-50"
      >
        Skip to content
      </a>
      <header className="border-b border-border">
        <div className="mx-auto flex w-full max-w-[90rem] items-center gap-2 px-4 py-2 sm:px-6">
          <Link href="/docs" className="inline-flex min-h-11 items-center gap-2.5 rounded-control pe-2 font-semibold">
            <Logo className="size-8" />
            <span>
              Counterfoil <span className="font-normal text-muted">docs</span>
            </span>
          </Link>
          <div className="ms-auto flex items-center gap-1">
            <ThemeMenu />
            <ButtonLink href="/dashboard" size="small">
              Dashboard
            </ButtonLink>
          </div>
        </div>
      </header>
      <details className="group sticky top-0 z-20 border-b border-border bg-background lg:hidden">
        <summary className="flex min-h-12 list-none items-center justify-between px-4 text-sm font-medium sm:px-6 [&::-webkit-details-marker]:hidden">
          Contents
          <ChevronDown className="size-4 transition-transform group-open:rotate-180" aria-hidden />
        </summary>
        <div className="max-h-[70dvh] overflow-y-auto px-4 pb-4 sm:px-6">
          <Contents groups={groups} />
        </div>
      </details>
      <div className="mx-auto w-full max-w-[90rem] lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
        <aside className="sticky top-0 hidden max-h-dvh self-start overflow-y-auto border-e border-border px-4 py-6 lg:block lg:min-h-dvh">
          <Contents groups={groups} />
        </aside>
        <main id="content" tabIndex={-1} className="min-w-0 px-4 pt-8 pb-24 outline-none sm:px-6 lg:px-10">
          {children}
        </main>
      </div>
      <LanguageMemory />
    </div>
  );
}
