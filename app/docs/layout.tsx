import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { DocsShell } from '#components/docs/docs-shell.tsx';
import { docsContents } from './contents.ts';

export const metadata: Metadata = {
  title: { default: 'Documentation', template: '%s · Counterfoil docs' },
  description: 'API documentation of Counterfoil: quickstart, guides, webhooks and the endpoint reference.',
};

// The examples contain the server's URL, which is only known at run time.
export const dynamic = 'force-dynamic';

export default function DocsLayout({ children }: { children: ReactNode }) {
  return <DocsShell groups={docsContents()}>{children}</DocsShell>;
}
