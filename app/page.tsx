import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { DemoSignIn } from '#components/auth/demo-sign-in.tsx';
import { Stub } from '#components/auth/stub.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';
import { Logo } from '#components/ui/logo.tsx';
import { database } from '#db/client.ts';
import { offersDemoSignIn } from '#server/api/sign-in/demo-sign-in.ts';
import { readMerchant } from '#server/api/sign-in/merchant-auth.ts';
import { settings } from '#server/platform/settings.ts';
import { signUpState } from '#server/stores/sign-up.ts';

export const metadata: Metadata = { title: { absolute: 'Counterfoil: self-hosted commerce' } };

const features = [
  {
    title: 'Hosted checkout',
    text: 'A fast checkout page in your colors and nine languages, with tax, trials, refunds and a customer portal.',
  },
  {
    title: 'Signed API',
    text: 'Your backend creates checkouts and products with one signed request, and reads everything through GraphQL.',
  },
  {
    title: 'Your own data',
    text: 'One Node.js process and one PostgreSQL database, on your machine. Payments go to your own Stripe account.',
  },
] as const;

export default async function HomePage() {
  if (await readMerchant(await headers())) redirect('/dashboard');
  const signUp = await signUpState(database(settings()).db, settings());
  const isSignUpOpen = signUp === 'open' || signUp === 'first';
  return (
    <div className="mx-auto flex min-h-dvh max-w-6xl flex-col px-5 py-6 sm:px-10">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <span className="inline-flex items-center gap-2.5 font-semibold">
          <Logo className="size-8" />
          Counterfoil
        </span>
        <nav aria-label="Site" className="flex items-center gap-5 text-sm">
          <HeaderLink href="/docs">Documentation</HeaderLink>
          <HeaderLink href="/sign-in">Sign in</HeaderLink>
        </nav>
      </header>
      <main className="flex flex-1 flex-col justify-center gap-16 py-12">
        <section className="grid items-center gap-12 lg:grid-cols-2">
          <div className="flex flex-col items-start gap-6">
            <h1 className="text-4xl font-semibold tracking-tight text-balance sm:text-5xl">
              Sell products and subscriptions from your own server
            </h1>
            <p className="max-w-prose text-lg text-muted">
              Counterfoil is a self-hosted commerce service: checkout, billing, customer portal and dashboard for
              one-time products and subscriptions.
            </p>
            {offersDemoSignIn() ? (
              <div className="flex w-full flex-col gap-2 sm:w-auto">
                <DemoSignIn />
                <p className="text-sm text-muted">Sample products and 90 days of test sales. No password needed.</p>
              </div>
            ) : (
              <ButtonLink href="/sign-in" variant="primary" size="large">
                Sign in
              </ButtonLink>
            )}
            {isSignUpOpen && (
              <p className="text-sm">
                New here?{' '}
                <Link href="/sign-up" className="text-link underline underline-offset-2">
                  Create an account
                </Link>
              </p>
            )}
          </div>
          <div className="hidden place-items-center rounded-card bg-[#12432d] p-14 lg:grid">
            <Stub />
          </div>
        </section>
        <ul className="grid gap-4 md:grid-cols-3">
          {features.map(({ title, text }) => (
            <li key={title} className="rounded-card border border-border bg-surface p-6 shadow-card">
              <h2 className="font-semibold">{title}</h2>
              <p className="mt-2 text-sm text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}

const HeaderLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className="inline-flex min-h-11 items-center text-muted hover:text-text">
    {children}
  </Link>
);
