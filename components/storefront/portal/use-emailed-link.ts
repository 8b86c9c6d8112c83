import { useEffect, useState } from 'react';

/**
 * The secret of the link that led here (`#link=…`): undefined until it was read, null where there is none. It is taken
 * out of the address as soon as it was read and kept by this page alone: in no history, on no screen that is shared, and
 * not for the next page in this tab. Loading the page again opens the email's link again, which is still good.
 */
export function useEmailedLink(onLink: () => void): string | null | undefined {
  const [link, setLink] = useState<string | null>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is called is of no consequence to what is listened to
  useEffect(() => {
    const read = () => {
      const given = new URLSearchParams(location.hash.slice(1)).get('link');
      if (given === null) return setLink((known) => known ?? null);
      history.replaceState(history.state, '', `${location.pathname}${location.search}`);
      setLink(given);
      onLink();
    };
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return link;
}
