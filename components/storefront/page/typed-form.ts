import type { PageContent } from '#server/storefront/rendering/page.ts';

/** The form that what a buyer types stands in. */
export const typedFormId = 'typed';

/** Whether the page has it. */
export const hasTypedForm = (content: PageContent): boolean => content.kind === 'checkout' && content.form !== null;
