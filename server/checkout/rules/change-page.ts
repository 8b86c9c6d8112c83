/** The page where a buyer confirms a plan change. (public-client.md, section 1) */
export const changePagePath = (storeSlug: string, sessionId: string): string =>
  `/store/${storeSlug}/change/${sessionId}`;
