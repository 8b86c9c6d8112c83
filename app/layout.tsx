import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { ThemeScript } from '../components/ui/theme-script.tsx';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Counterfoil', template: '%s · Counterfoil' },
  description: 'Sell one-time products and subscriptions from a service you host yourself.',
};

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f6f5f1' },
    { media: '(prefers-color-scheme: dark)', color: '#111311' },
  ],
};

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <body>
        <ThemeScript />
        {children}
      </body>
    </html>
  );
}
