'use client';
import { ExternalLink, Link2 } from 'lucide-react';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button, buttonClass, SubmitButton } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { CopyField } from '#components/ui/copy-field.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { Select } from '#components/ui/forms/select.tsx';
import { Time } from '#components/ui/time.tsx';
import type { ProductType } from '#server/catalog/rules/product.ts';
import type { Environment } from '#server/domain/environments.ts';
import type { ProviderName } from '#server/providers/rules/payment-provider.ts';
import { useAction } from '../use-action.ts';

interface CheckoutLinkButtonProps {
  storeId: string;
  productId: string;
  productType: ProductType;
  environment: Environment;
  /** The payment provider for new payments in this environment; null: none is configured. */
  provider: ProviderName | null;
  /** The product's currencies with formatted amounts. */
  prices: readonly { readonly currency: string; readonly amount: string }[];
}

function descriptionOf(environment: Environment, provider: ProviderName | null): string | undefined {
  if (environment === 'test') return 'Accepts test cards only. No real charges.';
  if (provider === 'sandbox') return 'Sandbox payments: accepts test cards only. No real charges.';
  return provider === null ? undefined : 'Live mode: customers are charged.';
}

/** Creates a checkout session and shows its link. */
export function CheckoutLinkButton(props: CheckoutLinkButtonProps) {
  const { storeId, productId, productType, environment, provider, prices } = props;
  const [isOpen, setOpen] = useState(false);
  const create = useAction<{ checkoutUrl: string; expiresAt: string }>('checkout/create-session', environment);
  const change = (open: boolean) => {
    if (!open) create.reset();
    setOpen(open);
  };
  const submit = (data: FormData) =>
    create.mutate({ storeId, productId, productType, currency: String(data.get('currency')) });
  return (
    <>
      <Button onClick={() => change(true)}>
        <Link2 className="size-4" aria-hidden />
        Checkout link
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={change}
        title="Checkout link"
        description={descriptionOf(environment, provider)}
      >
        {provider === null ? (
          <Alert tone="danger" role="note" title="No payment provider for live mode">
            The operator of this service has to connect a payment provider first.
          </Alert>
        ) : create.data ? (
          <div className="flex flex-col gap-4">
            <CopyField value={create.data.checkoutUrl} label="checkout link" />
            <p className="text-sm text-muted">
              Valid for one purchase until <Time value={create.data.expiresAt} />. The price is locked.
            </p>
            <div className="grid gap-2 sm:grid-cols-2">
              <CopyButton value={create.data.checkoutUrl} label="link" size="medium" variant="primary" />
              <a href={create.data.checkoutUrl} target="_blank" rel="noreferrer" className={buttonClass()}>
                <ExternalLink className="size-4" aria-hidden />
                Open
              </a>
            </div>
          </div>
        ) : (
          <Form onSubmit={submit} className="flex flex-col gap-4">
            {create.error && <Alert tone="danger">{create.error.message}</Alert>}
            <Field label="Currency">
              <Select name="currency">
                {prices.map(({ currency, amount }) => (
                  <option key={currency} value={currency}>
                    {currency} · {amount}
                  </option>
                ))}
              </Select>
            </Field>
            <SubmitButton pending={create.isPending}>Create link</SubmitButton>
          </Form>
        )}
      </Dialog>
    </>
  );
}
