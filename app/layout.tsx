import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { ThemeScript } from '#components/ui/theme-script.tsx';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Counterfoil', template: '%s · Counterfoil' },
  description: 'Self-hosted commerce: sell one-time products and subscriptions from your own server.',
  manifest: '/manifest.webmanifest',
};

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f6f5f1' },
    { media: '(prefers-color-scheme: dark)', color: '#111311' },
  ],
};

/** Rendered for every request, because its scripts carry the request's CSP nonce. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <html lang="en" suppressHydrationWarning>
      <body>
        <ThemeScript nonce={nonce} />
        {children}
      </body>
    </html>
  );
}
