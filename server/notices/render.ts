/** The HTML of an email. */
import type { Letter } from '../domain/email.ts';

/**
 * Makes an email's HTML document of its letter. What makes it is loaded with the first one: a process that sends none
 * does without.
 */
export async function renderLetter(letter: Letter): Promise<string> {
  const { renderPage } = await import('./letter-page.ts');
  return await renderPage(letter);
}
