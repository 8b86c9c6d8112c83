import { docsContents } from '#app/docs/contents.ts';
import { searchIndex } from '#server/docs/search-index.ts';

/** The search index, loaded by the browser when the search field gets the focus. */
export const GET = (): Response =>
  Response.json(searchIndex(docsContents()), { headers: { 'Cache-Control': 'public, max-age=300' } });
