'use client';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/** Refreshes the page's data at an interval while the page is visible. */
export function AutoRefresh({ everySeconds = 5 }: { everySeconds?: number }) {
  const router = useRouter();
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') router.refresh();
    };
    const timer = setInterval(refresh, everySeconds * 1000);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [router, everySeconds]);
  return null;
}
