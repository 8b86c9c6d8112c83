'use client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

/** What every dashboard page stands on. Writes are not repeated by themselves. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { mutations: { retry: false, networkMode: 'always' } } }),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
