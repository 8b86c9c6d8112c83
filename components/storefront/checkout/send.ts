/** The checkout page's requests and their outcomes. */

import type { BuyerField } from '#server/billing/payments/buyer-form.ts';
import type { PayField } from '#server/billing/payments/pay-form.ts';
import type { Quote } from '#server/billing/payments/quote.ts';
import type { PayResult } from '#server/checkout/pay.ts';
import type { ErrorEntry } from '#server/domain/errors.ts';
import { postJson } from '../page/post-json.ts';

export type Outcome =
  | { readonly kind: 'accepted'; readonly state: PayResult['state']; readonly goTo: string | null }
  | Refusal
  /** No valid response: the request may have succeeded. */
  | { readonly kind: 'unknown' };

interface Refusal {
  readonly kind: 'refused';
  readonly message: string;
  /** The field with the problem. */
  readonly field: PayField | undefined;
  /**
   * `declined`: by the bank. `limited`: too many attempts. `changed`: the amount due has changed. `subscribed`: the
   * customer has the plan or another one of its group. `other`: the page may be outdated.
   */
  readonly cause: 'declined' | 'limited' | 'changed' | 'subscribed' | 'other';
}

const pauseMs = 2000;

/** Posts to a checkout path. Never throws. */
export async function send(path: string, body: object): Promise<Outcome> {
  try {
    const response = await postJson(path, body);
    return readOutcome(response, (await response.json()) as Answer);
  } catch {
    return { kind: 'unknown' };
  }
}

interface Answer {
  readonly data: (PayResult & { readonly returnUrl: string | null; readonly challengePath: string | null }) | null;
  readonly errors?: readonly ErrorEntry[];
}

function readOutcome(response: Response, { data, errors }: Answer): Outcome {
  if (response.ok && data) return { kind: 'accepted', state: data.state, goTo: data.returnUrl ?? data.challengePath };
  const error = errors?.[0];
  if (!error || response.status >= 500) return { kind: 'unknown' };
  const refusal = { kind: 'refused', message: error.message, field: error.path as PayField | undefined } as const;
  if (response.status === 429) return { ...refusal, cause: 'limited' };
  if (error.reason === 'total_changed') return { ...refusal, cause: 'changed' };
  if (error.reason === 'subscription_exists') return { ...refusal, cause: 'subscribed' };
  return { ...refusal, cause: error.reason === undefined ? 'other' : 'declined' };
}

/** The current values of the buyer fields. */
export type BuyerValues = Readonly<Record<BuyerField, string>> & { readonly isBusiness: boolean };

/** The quote for these fields, or undefined without a valid response. */
export async function fetchQuote(path: string, buyer: BuyerValues): Promise<Quote | undefined> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(buyer),
    });
    const { data } = (await response.json()) as { data: Quote | null };
    return data ?? undefined;
  } catch {
    return undefined;
  }
}

/** Resolves when the server is reachable again. */
export async function untilReachable(): Promise<void> {
  for (;;) {
    const answer = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
    if (answer && answer.status < 500) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
