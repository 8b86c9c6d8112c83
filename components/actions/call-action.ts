'use client';
import type { ActionName } from '#server/actions/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import type { ErrorEntry } from '#server/domain/errors.ts';
import { waitWords } from '#server/domain/wait-words.ts';
import type { Warning } from '#server/platform/action.ts';

/** The parts of an error that a form needs to show it at a field. */
export interface Refusal {
  readonly message: string;
  readonly code?: string | undefined;
  readonly path?: string | undefined;
}

/** An error from the server, with the API's message. */
export class ActionRefused extends Error implements Refusal {
  override name = 'ActionRefused';
  readonly status: number;
  /** For a 412: the current version. */
  readonly current: string | undefined;
  /** The server's reason, if it gives one. */
  readonly reason: string | undefined;

  /** The error code and the path of the input field. */
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

type Details = Partial<Pick<ErrorEntry, 'current' | 'reason' | 'code' | 'path'>>;

interface Envelope {
  readonly data: unknown;
  readonly warnings?: readonly Warning[];
  readonly errors?: readonly (Pick<ErrorEntry, 'message' | 'layer'> & Details)[];
}

/**
 * Runs an API action as the signed-in merchant. Throws an {@link ActionRefused} with a message for the user; its status is
 * 412 if `basedOn` is no longer the current version.
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
    throw new ActionRefused(0, 'The server can’t be reached. Check your connection and try again.');
  }
  const envelope = (await response.json().catch(() => ({ data: null }))) as Envelope;
  if (response.ok) return envelope.data as Data;
  throw new ActionRefused(response.status, messageFor(response, envelope.errors?.[0]), envelope.errors?.[0]);
}

function messageFor(response: Response, error: Pick<ErrorEntry, 'message' | 'layer'> | undefined): string {
  switch (response.status) {
    case 401:
      return 'You have been signed out. Sign in again in another tab, then retry. Your input is kept.';
    case 429:
      return `${error && error.layer !== 'gateway' ? error.message : 'Too many requests'}. Try again in ${waitWords(Number(response.headers.get('Retry-After') ?? 5))}.`;
    case 500:
      return 'Something went wrong on our side. Nothing was changed. Try again.';
    default:
      return error?.message ?? 'Unexpected response from the server. Try again.';
  }
}
