/** The HTML of an email. */
import type { EmailContent } from '#server/events/rules/email.ts';

/**
 * Makes an email's HTML document of its content. What makes it is loaded with the first one: a process that sends none
 * does without.
 */
export async function renderEmail(content: EmailContent): Promise<string> {
  const { renderPage } = await import('./email-template.ts');
  return await renderPage(content);
}
