/** An email's HTML in a frame of the dashboard. */
import type { Shown } from '#server/events/rules/email-privacy.ts';
import { renderEmail } from './render.ts';

/** The frame may load pictures only. */
const policy =
  "default-src 'none'; img-src https: data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The HTML as sent, or as it would be sent, with its own content security policy; null for plain text. */
export async function framedHtml({ html, content }: NonNullable<Shown>): Promise<string | null> {
  const page = html ?? (content && (await renderEmail(content)));
  return page?.replace(/<head>/i, `<head><meta http-equiv="Content-Security-Policy" content="${policy}"/>`) ?? null;
}
