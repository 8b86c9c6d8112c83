import type { ReactNode } from 'react';
import { useHydrated } from '#components/ui/use-hydrated.ts';

/** Content for browsers without JavaScript. */
export const WithoutScript = ({ children }: { children: ReactNode }) =>
  useHydrated() ? null : <noscript>{children}</noscript>;
