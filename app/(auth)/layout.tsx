import type { ReactNode } from 'react';
import { Stub } from '#components/auth/stub.tsx';
import { Link } from '#components/ui/link.tsx';
import { Logo } from '#components/ui/logo.tsx';

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <div className="flex flex-col px-5 py-6 sm:px-10">
        <header>
          <Link href="/" className="inline-flex min-h-11 items-center gap-2.5 rounded-control font-semibold">
            <Logo className="size-8" />
            Counterfoil
          </Link>
        </header>
        <main className="m-auto w-full max-w-sm py-10">{children}</main>
        <footer className="text-sm">
          <Link
            href="/docs"
            className="inline-flex min-h-11 items-center text-muted underline underline-offset-2 hover:text-text"
          >
            Documentation
          </Link>
        </footer>
      </div>
      <aside className="hidden place-items-center overflow-hidden bg-[#12432d] p-12 text-[#f4efe2] lg:grid">
        <div className="flex w-full max-w-lg flex-col items-center gap-14">
          <Stub />
          <p className="max-w-sm text-center text-lg text-balance">
            Sell one-time products and subscriptions from your own server. Your store, your customers, your data.
          </p>
        </div>
      </aside>
    </div>
  );
}
