'use client';
import type { ActionName } from '#server/actions/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import type { ErrorEntry } from '#server/domain/errors.ts';
import { waitWords } from '#server/domain/wait-words.ts';
import type { PageErrorEntry } from '#server/http/envelope.ts';
import type { Warning } from '#server/platform/action.ts';

/** What a form needs of a refusal to show it at its field. */
export interface Refusal {
  readonly message: string;
  readonly code?: string | undefined;
  readonly path?: string | undefined;
}

/** A refusal by the service, in the API's own words. */
export class ActionRefused extends Error implements Refusal {
  override name = 'ActionRefused';
  readonly status: number;
  /** Of a 412: what is there now. */
  readonly current: string | undefined;
  /** The service's own word for the refusal, where it has one. */
  readonly reason: string | undefined;

  /** What kind of refusal it is, and which field of what was sent it is about. */
  readonly code: string | undefined;
  readonly path: string | undefined;

  constructor(status: number, message: string, { current, reason, code, path }: Details = {}) {
    super(message);
    this.status = status;
    this.current = current;
    this.reason = reason;
    this.code = code;
    this.path = path;
  }
}

type Details = Partial<Pick<PageErrorEntry, 'current' | 'reason' | 'code' | 'path'>>;

interface Envelope {
  readonly data: unknown;
  readonly warnings?: readonly Warning[];
  readonly errors?: readonly (Pick<ErrorEntry, 'message' | 'layer'> & Details)[];
}

/**
 * Runs an action as the signed-in merchant: the dashboard's own door to what the API does. Throws an
 * {@link ActionRefused} whose message can be shown; with the status 412 where `basedOn` is not what is there any more.
 */
export async function callAction<Data>(
  action: ActionName,
  environment: Environment,
  body: object,
  basedOn?: string,
): Promise<Data> {
  let response: Response;
  try {
    response = await fetch(`/dashboard/api/${action}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Environment': environment,
        ...(basedOn !== undefined && { 'If-Match': `"${basedOn}"` }),
      },
      body: JSON.stringify(body),
    });
  } catch {
    throw new ActionRefused(0, 'The service cannot be reached. Check your connection and try again.');
  }
  const envelope = (await response.json().catch(() => ({ data: null }))) as Envelope;
  if (response.ok) return envelope.data as Data;
  throw new ActionRefused(response.status, sentenceFor(response, envelope.errors?.[0]), envelope.errors?.[0]);
}

function sentenceFor(response: Response, error: Pick<ErrorEntry, 'message' | 'layer'> | undefined): string {
  switch (response.status) {
    case 401:
      return 'You have been signed out. Sign in again in another tab, then repeat this: nothing you typed is lost.';
    case 429:
      return `${error && error.layer !== 'gateway' ? error.message : 'Too many requests at once'}. Try again in ${waitWords(Number(response.headers.get('Retry-After') ?? 5))}.`;
    case 500:
      return 'Something went wrong on our side. Nothing has changed; please try again.';
    default:
      return error?.message ?? 'The service gave no answer that makes sense. Please try again.';
  }
}
