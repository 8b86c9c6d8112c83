'use client';
import type { Warning } from '../../server/action.ts';
import type { ActionName } from '../../server/actions/index.ts';
import type { Environment } from '../../server/domain/environments.ts';

/** A refusal by the service, in the API's own words. */
export class ActionRefused extends Error {
  override name = 'ActionRefused';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface Envelope {
  readonly data: unknown;
  readonly warnings?: readonly Warning[];
  readonly errors?: readonly { readonly message: string }[];
}

/**
 * Runs an action as the signed-in merchant: the dashboard's own door to what the API does. Throws an
 * {@link ActionRefused} whose message can be shown.
 */
export async function callAction<Data>(action: ActionName, environment: Environment, body: object): Promise<Data> {
  let response: Response;
  try {
    response = await fetch(`/dashboard/api/${action}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Environment': environment },
      body: JSON.stringify(body),
    });
  } catch {
    throw new ActionRefused(0, 'The service cannot be reached. Check your connection and try again.');
  }
  const envelope = (await response.json().catch(() => ({ data: null }))) as Envelope;
  if (response.ok) return envelope.data as Data;
  throw new ActionRefused(response.status, sentenceFor(response, envelope.errors?.[0]?.message));
}

function sentenceFor(response: Response, message: string | undefined): string {
  switch (response.status) {
    case 401:
      return 'You have been signed out. Sign in again in another tab, then repeat this: nothing you typed is lost.';
    case 429:
      return `Too many requests at once. Try again in ${response.headers.get('Retry-After') ?? 'a few'} seconds.`;
    case 500:
      return 'Something went wrong on our side. Nothing has changed; please try again.';
    default:
      return message ?? 'The service gave no answer that makes sense. Please try again.';
  }
}
