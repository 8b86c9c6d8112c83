/**
 * Shared by all Next pages: a content security policy that only runs scripts with the answer's nonce, and a page
 * instead of a 500 during a database outage.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sql } from 'drizzle-orm';
import { database } from '#db/client.ts';
import { errors } from '#server/domain/errors.ts';
import { newNonce } from '#server/http/nonce.ts';
import { isUnavailable } from '#server/platform/data/read-failures.ts';
import { settings } from '#server/platform/settings.ts';
import { escapeHtml } from './rendering/document.ts';

type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** These answer with policies of their own, for the dashboard's frames. */
const framed = /^\/dashboard\/[^/]+\/[^/]+\/(?:graphql\/explorer|checkout\/preview)$/;
/** Files, and JSON endpoints that report outages themselves. */
const noPage =
  /^\/(?:_next\/|api\/|dashboard\/api\/|invitations\/read$|icon[.-]|\.well-known\/|demo\/|(?:favicon\.ico|apple-touch-icon\.png|robots\.txt|manifest\.webmanifest)$)/;
/** Pages without database access. */
const needsNoDatabase = /^\/docs(?:\/|$)/;

/** Next reads the nonce from the request's policy and adds it to its scripts; the layout adds it to ours. */
export const behindPolicy =
  (handlePage: PageHandler): PageHandler =>
  async (request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const { headers } = request;
    for (const name of ['content-security-policy', 'content-security-policy-report-only', 'x-nonce'])
      delete headers[name];
    if (noPage.test(path)) return await handlePage(request, response);
    const nonce = newNonce();
    const policy = pagePolicy(nonce);
    Object.assign(headers, { 'content-security-policy': policy, 'x-nonce': nonce });
    if (!framed.test(path)) response.setHeader('Content-Security-Policy', policy);
    if (!needsNoDatabase.test(path) && (await isDatabaseDown())) return answerUnavailable(request, response, nonce);
    await handlePage(request, response);
  };

/** Inline styles are allowed for charts and menus. Images may come from merchants' hosts. */
const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' https: data: blob:",
    "font-src 'self' data:",
    'media-src https:',
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const isDatabaseDown = (): Promise<boolean> =>
  database(settings())
    .db.execute(sql`select 1`)
    .then(
      () => false,
      (error: unknown) => isUnavailable(error),
    );

function answerUnavailable(request: IncomingMessage, response: ServerResponse, nonce: string): void {
  const { status, headers } = errors.unavailable();
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Back in a moment · Counterfoil</title><style nonce="${nonce}">:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.5rem}a{display:inline-block;padding:.6rem 1rem;border:1px solid;border-radius:.5rem;color:inherit;text-decoration:none}</style></head><body><main><h1>Back in a moment</h1><p>The database is not responding. No data was lost. The service continues when the database is available again.</p><p><a href="${escapeHtml(request.url ?? '/')}">Try again</a></p></main></body></html>`;
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
