import type { ReactNode } from 'react';
import { useHydrated } from '#components/ui/use-hydrated.ts';

/** What only those see whose browser runs no scripts. */
export const WithoutScript = ({ children }: { children: ReactNode }) =>
  useHydrated() ? null : <noscript>{children}</noscript>;
