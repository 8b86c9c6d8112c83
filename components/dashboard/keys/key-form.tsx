'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { ActionRefused, callAction } from '#components/actions/call-action.ts';
import { Alert } from '#components/ui/alert.tsx';
import { SubmitButton } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { Select } from '#components/ui/forms/select.tsx';
import { Textarea } from '#components/ui/forms/textarea.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import type { Environment } from '#server/domain/environments.ts';
import { FreshSignIn } from '../account/fresh-sign-in.tsx';
import { canMakeKeys, makeKeyPair } from './key-pair.ts';

/** A key that has been registered. `privateKey` only where its pair was made here. */
export interface NewKey {
  readonly nickname: string;
  readonly environment: Environment;
  readonly privateKey?: string;
}

interface KeyFormProps {
  /** Make the pair here, or take a public key from somewhere else. */
  kind: 'generate' | 'paste';
  environment: Environment;
  onCreated: (key: NewKey) => void;
}

/** Registers a public key. Where the pair is made here, only its public half is sent. */
export function KeyForm({ kind, environment, onCreated }: KeyFormProps) {
  const router = useRouter();
  const isAwake = useHydrated();
  const [isPrivate, setPrivate] = useState(false);
  const create = useMutation({
    mutationFn: async ({
      nickname,
      target,
      pasted,
    }: {
      nickname: string;
      target: Environment;
      pasted: string;
    }): Promise<NewKey> => {
      const pair = kind === 'generate' ? await makeKeyPair() : { publicKey: pasted };
      const { publicKey } = pair;
      await callAction('api-key/create-key', target, { environment: target, nickname, publicKey });
      return { nickname, environment: target, ...('privateKey' in pair && { privateKey: pair.privateKey }) };
    },
    // The pair must not outlive the dialog in a cache.
    gcTime: 0,
    onSuccess: (key) => {
      onCreated(key);
      router.refresh();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (create.isPending) return;
    const given = new FormData(event.currentTarget);
    const pasted = String(given.get('publicKey') ?? '').trim();
    const holdsPrivate = pasted.includes('PRIVATE KEY');
    setPrivate(holdsPrivate);
    if (holdsPrivate) return;
    create.mutate({
      nickname: String(given.get('nickname')).trim(),
      target: given.get('environment') as Environment,
      pasted,
    });
  };
  const isStale = create.error instanceof ActionRefused && create.error.reason === 'sign_in_not_fresh';
  const message = (!isStale && create.error?.message) || '';
  const path = create.error instanceof ActionRefused ? create.error.path : undefined;
  const aboutName = path === 'nickname';
  const aboutKey = path === 'publicKey' && kind === 'paste';
  if (kind === 'generate' && isAwake && !canMakeKeys()) {
    return (
      <Alert tone="warning" title="This page cannot make keys">
        Browsers allow that over https only. Open the dashboard over https, or make a pair yourself and paste its public
        half.
      </Alert>
    );
  }
  return (
    <>
      <Form
        problems={(isStale ? undefined : create.error) ?? isPrivate}
        onSubmit={submit}
        className="flex flex-col gap-4"
      >
        {message && !aboutName && !aboutKey && <Alert tone="danger">{message}</Alert>}
        <Field
          label="Nickname"
          hint="Where the key will be used, say."
          error={aboutName && 'Give the key a name of up to 64 characters.'}
        >
          <Input name="nickname" maxLength={64} autoComplete="off" required />
        </Field>
        <Field label="Environment" hint="A key works in one environment. It cannot be moved.">
          <Select name="environment" defaultValue={environment}>
            <option value="test">Test</option>
            <option value="prod">Prod</option>
          </Select>
        </Field>
        {kind === 'paste' && (
          <Field
            label="Public key"
            hint="PEM, RSA of 2048 bits or more. From a private key: openssl rsa -in key.pem -pubout"
            error={
              isPrivate ? 'This is a private key. It was not sent. Paste the public half only.' : aboutKey && message
            }
          >
            <Textarea
              name="publicKey"
              rows={6}
              spellCheck={false}
              autoComplete="off"
              className="font-mono"
              placeholder="-----BEGIN PUBLIC KEY-----"
            />
          </Field>
        )}
        <SubmitButton pending={create.isPending}>
          {kind === 'generate' ? 'Make the key' : 'Register the key'}
        </SubmitButton>
      </Form>
      {isStale && (
        <FreshSignIn
          onCancel={() => create.reset()}
          onConfirmed={() => create.variables && create.mutate(create.variables)}
        >
          You signed in a while ago. A key for prod moves real money, so confirm that it is you.
        </FreshSignIn>
      )}
    </>
  );
}
