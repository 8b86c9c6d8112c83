/**
 * A fake of Stripe's script: the methods that the page calls, one field for the card number, and a record of every
 * call. The number decides the outcome, as with Stripe's test cards.
 */
import type { Page } from '@playwright/test';

export const cards = {
  works: '4242 4242 4242 4242',
  insufficientFunds: '4000 0000 0000 9995',
  challenge: '4000 0027 6000 3184',
  /** Not a Stripe test number: it represents a debit. */
  takesLong: '4000 0000 0000 0077',
} as const;

const script = `
(() => {
  const behaviors = {
    '4242424242424242': 'works',
    '4000000000009995': 'decline-insufficient_funds',
    '4000002760003184': 'challenge',
    '4000000000000077': 'processing',
  };
  const calls = (window.stripeCalls = []);
  const incomplete = { type: 'validation_error', code: 'incomplete_number', message: 'Your card number is incomplete.' };
  const Stripe = (key, options) => {
    calls.push(['Stripe', key, options]);
    let input;
    const digits = () => input.value.replace(/\\s/g, '');
    return {
      elements(given) {
        calls.push(['elements', given]);
        return {
          create(type, chosen) {
            calls.push(['create', type, chosen]);
            const listeners = {};
            return {
              on: (name, listener) => { listeners[name] = listener; },
              mount(place) {
                const label = document.createElement('label');
                label.textContent = 'Number at Stripe ';
                input = document.createElement('input');
                input.inputMode = 'numeric';
                label.append(input);
                // In a frame, like Stripe's own fields, which the content security policy must allow.
                const frame = document.createElement('iframe');
                frame.src = 'https://js.stripe.com/frame.html';
                frame.title = 'Stripe';
                frame.hidden = true;
                label.append(frame);
                place.replaceChildren(label);
                setTimeout(() => listeners.ready?.());
              },
              focus: () => input.focus(),
              destroy: () => input?.closest('label')?.remove(),
            };
          },
          async update(changes) { calls.push(['update', changes]); },
          async submit() {
            calls.push(['submit']);
            if (behaviors[digits()]) return { selectedPaymentMethod: 'card' };
            // Beside the field, as in Stripe's own form.
            input.after(incomplete.message);
            return { error: incomplete };
          },
        };
      },
      async createConfirmationToken({ params }) {
        calls.push(['createConfirmationToken', params]);
        return { confirmationToken: { id: 'ctoken_' + behaviors[digits()] + '~' + crypto.randomUUID() } };
      },
    };
  };
  Stripe.version = 'endive';
  window.Stripe = Stripe;
})();
`;

/** Serves the fake script in Stripe's place, and counts its requests. */
export async function serveStripeJs(page: Page, { failures = 0 } = {}): Promise<{ loads: () => number }> {
  let loads = 0;
  await page.route(/^https:\/\/[\w.]*stripe\.com\//, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/frame.html') return await route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
    if (pathname !== '/endive/stripe.js') return await route.abort();
    loads += 1;
    if (loads <= failures) return await route.abort();
    return await route.fulfill({ contentType: 'text/javascript', body: script });
  });
  return { loads: () => loads };
}

type Call = readonly [name: string, ...told: unknown[]];

/** The page's calls of one method. */
export const callsOf = async (page: Page, name: string): Promise<Record<string, unknown>[]> => {
  const calls = await page.evaluate(() => (window as unknown as { stripeCalls?: Call[] }).stripeCalls ?? []);
  return calls.filter(([called]) => called === name).map((call) => call.at(-1) as Record<string, unknown>);
};
