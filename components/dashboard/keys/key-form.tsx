'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
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
import { AccessFields } from './access-fields.tsx';
import { canGenerateKeys, generateKeyPair } from './key-pair.ts';
import { type AccessProblems, accessProblemsOf, type RequestedAccess, readAccess } from './read-access.ts';

/** A registered key. `privateKey` is set when the key pair was generated in this browser. */
export interface NewKey {
  readonly nickname: string;
  readonly environment: Environment;
  readonly privateKey?: string;
}

interface KeyFormProps {
  /** Generate the pair in this browser, or register a pasted public key. */
  kind: 'generate' | 'paste';
  environment: Environment;
  onCreated: (key: NewKey) => void;
}

/** Registers a public key. A generated private key never leaves the browser. */
export function KeyForm({ kind, environment, onCreated }: KeyFormProps) {
  const router = useRouter();
  const isHydrated = useHydrated();
  const [isPrivateKeyPasted, setPrivateKeyPasted] = useState(false);
  const [problems, setProblems] = useState<AccessProblems>();
  const create = useMutation({
    mutationFn: async ({
      nickname,
      target,
      pastedKey,
      access,
    }: {
      nickname: string;
      target: Environment;
      pastedKey: string;
      access: RequestedAccess;
    }): Promise<NewKey> => {
      const pair = kind === 'generate' ? await generateKeyPair() : { publicKey: pastedKey };
      const { publicKey } = pair;
      await callAction('api-key/create-key', target, { environment: target, nickname, publicKey, ...access });
      return { nickname, environment: target, ...('privateKey' in pair && { privateKey: pair.privateKey }) };
    },
    // The private key must not outlive the dialog in the query cache.
    gcTime: 0,
    onSuccess: (key) => {
      onCreated(key);
      router.refresh();
    },
  });
  const submit = (data: FormData, form: HTMLFormElement) => {
    const pastedKey = String(data.get('publicKey') ?? '').trim();
    const isPrivateKey = pastedKey.includes('PRIVATE KEY');
    const read = readAccess(form);
    setPrivateKeyPasted(isPrivateKey);
    setProblems('problems' in read ? read.problems : undefined);
    if (isPrivateKey || 'problems' in read) return;
    create.mutate({
      nickname: String(data.get('nickname')).trim(),
      target: data.get('environment') as Environment,
      pastedKey,
      access: read.access,
    });
  };
  const isStale = create.error instanceof ActionRefused && create.error.reason === 'sign_in_not_fresh';
  const message = (!isStale && create.error?.message) || '';
  const path = create.error instanceof ActionRefused ? create.error.path : undefined;
  const isNicknameError = path === 'nickname';
  const isKeyError = path === 'publicKey' && kind === 'paste';
  const refused = create.error instanceof ActionRefused && !isStale ? create.error : undefined;
  const shown = problems ?? (create.variables ? accessProblemsOf(refused, create.variables.access) : {});
  const isAccessError = Object.keys(shown).length > 0;
  if (kind === 'generate' && isHydrated && !canGenerateKeys()) {
    return (
      <Alert tone="warning" title="This page can’t generate keys">
        Browsers generate keys only over HTTPS. Open the dashboard over HTTPS, or create a key pair yourself and paste
        the public key.
      </Alert>
    );
  }
  return (
    <>
      <Form
        problems={problems ?? (isStale ? undefined : create.error) ?? isPrivateKeyPasted}
        onSubmit={submit}
        className="flex flex-col gap-4"
      >
        {message && !isNicknameError && !isKeyError && !isAccessError && <Alert tone="danger">{message}</Alert>}
        <Field
          label="Nickname"
          hint="For example, where it will be used."
          error={isNicknameError && 'Enter a nickname of up to 64 characters.'}
        >
          <Input name="nickname" maxLength={64} autoComplete="off" required />
        </Field>
        <Field label="Mode" hint="Keys are tied to one mode.">
          <Select name="environment" defaultValue={environment}>
            <option value="test">Test</option>
            <option value="prod">Live</option>
          </Select>
        </Field>
        {kind === 'paste' && (
          <Field
            label="Public key"
            hint="PEM, RSA, 2048 bits or more. To derive it from a private key: openssl rsa -in key.pem -pubout"
            error={
              isPrivateKeyPasted
                ? 'This is a private key. It was not sent. Paste the public key instead.'
                : isKeyError && message
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
        <AccessFields problems={shown} />
        <SubmitButton pending={create.isPending}>{kind === 'generate' ? 'Create key' : 'Register key'}</SubmitButton>
      </Form>
      {isStale && (
        <FreshSignIn
          onCancel={() => create.reset()}
          onConfirmed={() => create.variables && create.mutate(create.variables)}
        >
          A live key can move real money. Confirm your identity to create one.
        </FreshSignIn>
      )}
    </>
  );
}
