import type { StripeError } from '@stripe/stripe-js';
import { type Ref, useImperativeHandle, useRef } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { useSay } from '../../page/page-context.tsx';
import type { StripePayment } from './stripe-options.ts';
import { useStripeForm } from './use-stripe-form.ts';

/** What the page knows of the buyer, and Stripe's form does not ask again. */
export interface StripeBilling {
  readonly email: string;
  readonly country: string;
  /** Where it is asked for, for the tax. */
  readonly state?: string;
  readonly postcode: string;
}

/** A token for one payment; or what is wrong, `isShown` where Stripe's form shows it beside the field itself. */
export type TokenAnswer = { readonly token: string } | { readonly problem: string; readonly isShown: boolean };

export interface StripeElementHandle {
  /**
   * Checks what was typed and hands it to Stripe, for a token that our server pays with. Call it straight from the
   * press on the button: a wallet opens its sheet for nothing else.
   */
  createToken(billing: StripeBilling): Promise<TokenAnswer>;
}

interface StripeElementProps extends StripePayment {
  readonly publishableKey: string;
  readonly locale: string;
  readonly storeName: string;
  readonly ref: Ref<StripeElementHandle>;
}

/** Stripe's Payment Element: cards, wallets and debits, typed into Stripe's own frame. No card number comes near us. */
export function StripeElement({ ref, ...options }: StripeElementProps) {
  const say = useSay();
  const place = useRef<HTMLDivElement>(null);
  const { phase, form, retry } = useStripeForm(place, options);
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
      {/* As high as the form will be, so that nothing below it jumps. */}
      <div ref={place} hidden={phase === 'failed'} className={phase === 'loading' ? 'min-h-56' : undefined} />
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

/** Where a bank sends the buyer back to: this page, without anything that stands behind its path. */
const ownAddress = () => `${location.origin}${location.pathname}`;
