import type { StripeError } from '@stripe/stripe-js';
import { type Ref, useImperativeHandle, useRef } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { useSay } from '../../page/page-context.tsx';
import type { StripePayment } from './stripe-options.ts';
import { useStripeForm } from './use-stripe-form.ts';

/** Buyer details that the page knows, so that Stripe's form does not ask for them. */
export interface StripeBilling {
  readonly email: string;
  readonly country: string;
  /** Set where the tax needs it. */
  readonly state?: string;
  readonly postcode: string;
}

/** A token for one payment, or a problem. `isShown`: Stripe's form shows the problem beside the field. */
export type TokenAnswer = { readonly token: string } | { readonly problem: string; readonly isShown: boolean };

export interface StripeElementHandle {
  /**
   * Validates the form and creates a payment token. Must be called directly in the click handler: browsers open a
   * wallet sheet only during a user gesture.
   */
  createToken(billing: StripeBilling): Promise<TokenAnswer>;
}

interface StripeElementProps extends StripePayment {
  readonly publishableKey: string;
  readonly locale: string;
  readonly storeName: string;
  readonly ref: Ref<StripeElementHandle>;
}

/** Stripe's Payment Element: cards, wallets and debits in Stripe's own frame. Card numbers never reach our page. */
export function StripeElement({ ref, ...options }: StripeElementProps) {
  const say = useSay();
  const container = useRef<HTMLDivElement>(null);
  const { phase, form, retry } = useStripeForm(container, options);
  useImperativeHandle(ref, () => ({
    async createToken(billing) {
      const current = form.current;
      if (!current || phase !== 'ready') return { problem: say('form.providerNotReady'), isShown: false };
      const { stripe, elements, element } = current;
      const explain = ({ type, message }: StripeError): TokenAnswer => {
        const isShown = type === 'validation_error';
        if (isShown) element.focus();
        return {
          problem: message && /^(?:validation|card)_error$/.test(type) ? message : say('form.providerRefused'),
          isShown,
        };
      };
      try {
        const submitted = await elements.submit();
        if (submitted.error) return explain(submitted.error);
        const params = { payment_method_data: { billing_details: billingDetails(billing) }, return_url: ownAddress() };
        const { error, confirmationToken } = await stripe.createConfirmationToken({ elements, params });
        return error ? explain(error) : { token: confirmationToken.id };
      } catch {
        return { problem: say('form.providerRefused'), isShown: false };
      }
    },
  }));
  return (
    <div aria-busy={phase === 'loading'}>
      {/* Reserves the form's height, so that the layout does not shift. */}
      <div ref={container} hidden={phase === 'failed'} className={phase === 'loading' ? 'min-h-56' : undefined} />
      {phase === 'loading' && (
        <p className="sr-only" role="status">
          {say('form.providerLoading')}
        </p>
      )}
      {phase === 'failed' && (
        <Alert tone="danger">
          <p className="mb-3">{say('form.providerFailed')}</p>
          <Button type="button" onClick={retry}>
            {say('common.tryAgain')}
          </Button>
        </Alert>
      )}
    </div>
  );
}

const billingDetails = ({ email, country, state, postcode }: StripeBilling) => ({
  email,
  address: { country, postal_code: postcode, ...(state && { state }) },
});

/** The return URL after a challenge: this page without query and hash. */
const ownAddress = () => `${location.origin}${location.pathname}`;
