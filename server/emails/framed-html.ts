/** An email's HTML for a frame of the dashboard. */
import type { Shown } from '#server/events/rules/email-privacy.ts';
import { renderEmail } from './render.ts';

/** What the frame may load: nothing but pictures. */
const policy =
  "default-src 'none'; img-src https: data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** As it went out, or as it would; null where an email is plain text only. It brings a policy of its own with it. */
export async function framedHtml({ html, content }: NonNullable<Shown>): Promise<string | null> {
  const page = html ?? (content && (await renderEmail(content)));
  return page?.replace(/<head>/i, `<head><meta http-equiv="Content-Security-Policy" content="${policy}"/>`) ?? null;
}
