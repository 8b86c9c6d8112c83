/**
 * Filters requests to the account service before better-auth reads them: only the endpoints and fields that our pages
 * use, with a size limit. better-auth has more endpoints and fields than we secure.
 */
import { ApiError } from '#server/domain/errors.ts';
import { readJsonObject } from '#server/http/json-body.ts';
import { withBody } from '#server/http/next-adapter.ts';
import { pointsOf } from '#server/http/request-body.ts';
import { countAnonymousCall } from '#server/platform/rate-limits/rate-limit.ts';
import { settings } from '#server/platform/settings.ts';

export const accountPath = '/api/auth';

/** The allowed endpoints and their fields. */
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

/** A refusal in the form of better-auth. */
export const refusal = (status: number, code: string, message: string, headers: Record<string, string> = {}) =>
  Response.json({ code, message }, { status, headers });

/** A refusal in the format of better-auth, whose clients read `X-Retry-After`. */
export function refusalOf({ status, message, headers }: ApiError): Response {
  const wait = headers['Retry-After'];
  const code = status === 429 ? 'TOO_MANY_REQUESTS' : 'INVALID_BODY';
  return refusal(status, code, message, { ...headers, ...(wait !== undefined && { 'X-Retry-After': wait }) });
}

/**
 * Calls `handle` if the request is within its address's limit and allowed. The limit is applied before the body is
 * parsed. better-auth itself limits sign-in attempts per address.
 */
export const admitAccountRequest = (
  request: Request,
  handle: (request: Request, address: string) => Promise<Response>,
): Promise<Response> =>
  withBody(request, async (body, address) => {
    const { refusal } = await countAnonymousCall(`account ${address}`, settings(), pointsOf({ body }));
    if (refusal) return refusalOf(refusal);
    const read = readAccountRequest(request, body);
    if (read instanceof Response) return read;
    // A single address: with several entries better-auth counts all clients together.
    read.headers.set('x-forwarded-for', address);
    return await handle(read, address);
  });

/** The request as better-auth may read it, or the refusal. */
function readAccountRequest(request: Request, body: Uint8Array | ApiError): Request | Response {
  const url = new URL(request.url);
  const path = url.pathname.startsWith(accountPath) ? url.pathname.slice(accountPath.length) : '';
  if (!Object.hasOwn(open, path)) return refusal(404, 'NOT_FOUND', 'Not Found');
  // Only this endpoint has a query parameter that we use: whether the cached session suffices.
  if (path !== '/get-session') url.search = '';
  const { method, headers } = request;
  if (method === 'GET') return new Request(url, { headers });
  if (!(body instanceof Uint8Array)) return refusalOf(body);
  const sent = new Headers(headers);
  for (const name of ['content-length', 'transfer-encoding']) sent.delete(name);
  if (body.length === 0) return new Request(url, { method, headers: sent });
  try {
    const fields = Object.entries(readJsonObject(body)).filter(([name]) => open[path]?.includes(name));
    // Keeps the content type, so that better-auth rejects types that another site's form can send.
    return new Request(url, { method, headers: sent, body: JSON.stringify(Object.fromEntries(fields)) });
  } catch (error) {
    if (error instanceof ApiError) return refusalOf(error);
    throw error;
  }
}
