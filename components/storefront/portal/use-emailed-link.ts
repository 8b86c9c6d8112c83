import { useEffect, useState } from 'react';

/**
 * The secret of the emailed link (`#link=…`): undefined until read, null if absent. Removed from the address
 * immediately and kept in memory only, so that it appears in no history and on no shared screen. Opening the email's
 * link again still works.
 */
export function useEmailedLink(onLink: () => void): string | null | undefined {
  const [link, setLink] = useState<string | null>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the listener does not depend on `onLink`
  useEffect(() => {
    const read = () => {
      const token = new URLSearchParams(location.hash.slice(1)).get('link');
      if (token === null) return setLink((known) => known ?? null);
      history.replaceState(history.state, '', `${location.pathname}${location.search}`);
      setLink(token);
      onLink();
    };
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return link;
}
