/** Sign-in to the demo store without a password, on the machine that runs the service. */
import { header } from '#server/http/http.ts';
import { isSameOrigin } from '#server/http/same-origin.ts';
import { isLoopback } from '#server/platform/settings.ts';
import { accountPath, refusal } from './account-request.ts';
import { answerAccountCall } from './merchant-auth.ts';

interface DemoAccount {
  readonly email: string;
  readonly password: string;
}

// Next bundles its own copy of this module: both copies share the account.
const shared = globalThis as typeof globalThis & { counterfoilDemo?: DemoAccount };

/** Opens the demo account to visitors of this process. Only for an embedded database on a loopback host. */
export function offerDemoSignIn(account: DemoAccount): void {
  shared.counterfoilDemo = account;
}

export const offersDemoSignIn = (): boolean => shared.counterfoilDemo !== undefined;

/**
 * Answers `POST /api/auth/sign-in/demo` as `/api/auth/sign-in/email` answers the demo account's credentials: 200 with session cookies.
 * 404 without a demo account; 403 for a request from another site, or to a host name that is not loopback, which a
 * foreign site can point at this machine.
 */
export async function answerDemoSignIn(request: Request): Promise<Response> {
  const account = shared.counterfoilDemo;
  if (!account) return refusal(404, 'NOT_FOUND', 'Not Found');
  const headers = Object.fromEntries(request.headers);
  const host = URL.parse(`http://${header(headers, 'host')}`)?.hostname ?? '';
  if (!isLoopback(host) || !isSameOrigin({ headers })) return refusal(403, 'FORBIDDEN', 'Forbidden');
  const sent = new Headers(request.headers);
  sent.delete('content-length');
  sent.set('content-type', 'application/json');
  const { email, password } = account;
  const body = JSON.stringify({ email, password });
  const url = new URL(`${accountPath}/sign-in/email`, request.url);
  return await answerAccountCall(new Request(url, { method: 'POST', headers: sent, body }));
}
