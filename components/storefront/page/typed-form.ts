import type { PageContent } from '#server/storefront/rendering/page.ts';

/** The id of the form with the buyer's input. */
export const typedFormId = 'typed';

/** Whether the page contains that form. */
export const hasTypedForm = (content: PageContent): boolean => content.kind === 'checkout' && content.form !== null;
