/**
 * What the account service is asked, before better-auth reads it: only what our own pages ask for, of it only the fields
 * that they send, and no more than a body may be. better-auth has more endpoints and takes more fields than we look after.
 */
import { longestBodyBytes } from './http.ts';
import { readJsonObject } from './json-body.ts';
import { readBody } from './next-door.ts';

export const accountPath = '/api/auth';

/** The endpoints, with the fields that each takes. */
const open: Readonly<Record<string, readonly string[]>> = {
  '/get-session': [],
  '/sign-up/email': ['name', 'email', 'password', 'invitation'],
  '/sign-in/email': ['email', 'password'],
  '/sign-out': [],
  '/request-password-reset': ['email'],
  '/reset-details': ['token'],
  '/reset-password': ['token', 'newPassword', 'removePasskeys'],
  '/send-verification': [],
  '/verify-address': ['token', 'password'],
  '/update-user': ['name'],
  '/change-password': ['currentPassword', 'newPassword', 'revokeOtherSessions'],
  '/confirm-password': ['password'],
  '/end-session': ['id'],
  '/revoke-other-sessions': [],
  '/two-factor/enable': ['password'],
  '/two-factor/disable': ['password'],
  '/two-factor/verify-totp': ['code', 'trustDevice'],
  '/two-factor/verify-backup-code': ['code', 'trustDevice'],
  '/two-factor/generate-backup-codes': ['password'],
  '/passkey/generate-register-options': [],
  '/passkey/verify-registration': ['response', 'name'],
  '/passkey/update-passkey': ['id', 'name'],
  '/passkey/delete-passkey': ['id'],
  '/passkey/generate-authenticate-options': [],
  '/passkey/verify-authentication': ['response'],
};

const refusal = (status: number, code: string, message: string) => Response.json({ code, message }, { status });

/** The request as better-auth may read it, or why it may not. */
export async function readAccountRequest(request: Request): Promise<Request | Response> {
  const url = new URL(request.url);
  const path = url.pathname.startsWith(accountPath) ? url.pathname.slice(accountPath.length) : '';
  if (!Object.hasOwn(open, path)) return refusal(404, 'NOT_FOUND', 'Not Found');
  // Of all of them only this one is asked for something by its address: whether the cookie's word will do.
  if (path !== '/get-session') url.search = '';
  const { method, headers } = request;
  if (method === 'GET') return new Request(url, { headers });
  const bytes = await readBody(request);
  if (bytes === 'too-large') return refusal(400, 'BODY_TOO_LARGE', `A body has at most ${longestBodyBytes} bytes`);
  const sent = new Headers(headers);
  for (const name of ['content-length', 'transfer-encoding']) sent.delete(name);
  if (bytes.length === 0) return new Request(url, { method, headers: sent });
  try {
    const fields = Object.entries(readJsonObject(bytes)).filter(([name]) => open[path]?.includes(name));
    // Of its own type still: one that a form of another site can send is refused for that.
    return new Request(url, { method, headers: sent, body: JSON.stringify(Object.fromEntries(fields)) });
  } catch {
    return refusal(400, 'INVALID_BODY', 'The body is not a JSON object, or not one that can be kept');
  }
}
