import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { DocsShell } from '#components/docs/docs-shell.tsx';
import { docsContents } from './contents.ts';

export const metadata: Metadata = {
  title: { default: 'Documentation', template: '%s · Counterfoil docs' },
  description: 'How to sell with Counterfoil from your own code: the first signed call, and every endpoint.',
};

// The addresses in the examples are this service's, which only the running process knows.
export const dynamic = 'force-dynamic';

export default function DocsLayout({ children }: { children: ReactNode }) {
  return <DocsShell groups={docsContents()}>{children}</DocsShell>;
}
