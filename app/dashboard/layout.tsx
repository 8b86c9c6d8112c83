import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { Providers } from '../../components/dashboard/providers.tsx';

export const metadata: Metadata = { title: { default: 'Dashboard', template: '%s · Counterfoil' } };

export default function DashboardLayout({ children }: { children: ReactNode }) {
  return <Providers>{children}</Providers>;
}
