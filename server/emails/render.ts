/** The HTML of an email. */
import type { EmailContent } from '#server/events/rules/email.ts';

/**
 * Renders an email's HTML document. The renderer is loaded with the first email, as most processes render none.
 */
export async function renderEmail(content: EmailContent): Promise<string> {
  const { renderPage } = await import('./email-template.ts');
  return await renderPage(content);
}
