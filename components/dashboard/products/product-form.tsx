'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useRef, useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { ButtonLink, SubmitButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { useFocusInvalid } from '../../ui/use-focus-invalid.ts';
import { ActionRefused, callAction } from '../call-action.ts';
import { type Currency, type PriceRow, PriceRows } from './price-rows.tsx';
import { type ProductProblems, placeProblem } from './product-problems.ts';

interface ProductFormProps {
  storeId: string;
  base: string;
  currencies: readonly Currency[];
}

/** Makes a one-time product, in test. */
export function ProductForm({ storeId, base, currencies }: ProductFormProps) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [rows, setRows] = useState<readonly PriceRow[]>([{ key: 0, currency: 'USD', amount: '' }]);
  const [problems, setProblems] = useState<ProductProblems>();
  const create = useMutation({
    mutationFn: (body: object) =>
      callAction<{ product: { id: string } }>('onetime-product/create-product', 'test', body),
    onSuccess: ({ product }) => router.push(`${base}/products/${product.id}`),
    onError: (error) =>
      setProblems(
        error instanceof ActionRefused && error.status === 400
          ? placeProblem(error.message, rows, currencies)
          : { form: error.message, rows: new Map() },
      ),
  });
  useFocusInvalid(form, problems);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (create.isPending) return;
    const given = new FormData(event.currentTarget);
    const text = (name: string) => String(given.get(name) ?? '').trim();
    setProblems(undefined);
    create.mutate({
      storeId,
      name: text('name'),
      prices: Object.fromEntries(rows.map(({ currency, amount }) => [currency, { amount: amount.trim() }])),
      description: text('description') || null,
      media: text('mediaUrl')
        ? [{ type: mediaType(text('mediaUrl')), url: text('mediaUrl'), alt: text('name').slice(0, 500) }]
        : [],
      successUrl: text('successUrl') || null,
    });
  };
  return (
    <form ref={form} onSubmit={submit} method="post" noValidate className="flex flex-col gap-4">
      <Card className="flex flex-col gap-5 p-4 sm:p-6">
        {problems?.form && <Alert tone="danger">{problems.form}</Alert>}
        <Field label="Name" hint="Up to 64 characters, as buyers will read it." error={problems?.name}>
          <Input name="name" maxLength={64} autoComplete="off" required />
        </Field>
        <PriceRows
          rows={rows}
          onChange={setRows}
          currencies={currencies}
          rowErrors={problems?.rows ?? new Map()}
          error={problems?.prices}
        />
        <Field
          label="Description"
          optional
          hint="Markdown: **bold**, lists, [links](https://example.com)."
          error={problems?.description}
        >
          <Textarea name="description" rows={7} maxLength={10_000} />
        </Field>
        <Field
          label="Picture or video"
          optional
          hint="The address of a file the checkout shows beside the name."
          error={problems?.mediaUrl}
        >
          <Input name="mediaUrl" type="url" inputMode="url" autoComplete="off" placeholder="https://" />
        </Field>
        <Field
          label="After payment, send the buyer to"
          optional
          hint="Without it, they see your store’s own thank-you page."
          error={problems?.successUrl}
        >
          <Input name="successUrl" type="url" inputMode="url" autoComplete="off" placeholder="https://" />
        </Field>
      </Card>
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <ButtonLink href={`${base}/products`}>Cancel</ButtonLink>
        <SubmitButton pending={create.isPending || create.isSuccess}>Create product</SubmitButton>
      </div>
    </form>
  );
}

const mediaType = (url: string): 'image' | 'video' =>
  /\.(?:mp4|webm|mov|m4v|ogv)(?:$|[?#])/i.test(url) ? 'video' : 'image';
