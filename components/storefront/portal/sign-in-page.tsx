import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button, SubmitButton } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { usePage } from '../page/page-context.tsx';
import { Sheet } from '../page/sheet.tsx';
import { WithoutScript } from '../page/without-script.tsx';
import { primaryLook } from '../theme/primary-look.ts';
import { FocusedHeading } from './focused-heading.tsx';
import { useCall } from './use-call.ts';
import { usePortalAddress } from './use-portal-address.ts';

/** Asks for an email address. The server emails a link if the address has orders. */
export function SignInPage({ environment }: { environment: Environment }) {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <Sheet className="mx-auto mt-2 w-full max-w-md sm:mt-8">
      {sentTo === undefined ? (
        <EmailForm environment={environment} onSent={setSentTo} />
      ) : (
        <Sent email={sentTo} isTest={environment === 'test'} onAgain={() => setSentTo(undefined)} />
      )}
    </Sheet>
  );
}

function EmailForm({ environment, onSent }: { environment: Environment; onSent: (email: string) => void }) {
  const { say } = usePage();
  const address = usePortalAddress();
  const { call, isBusy, problem } = useCall();
  const submit = async (_: FormData, form: HTMLFormElement) => {
    const control = form.elements.namedItem('email');
    const typed = control instanceof HTMLInputElement ? control : undefined;
    const sent = await call<{ email: string }>(address('/link'), { email: typed?.value ?? '', environment });
    if (sent) onSent(sent.email);
    else typed?.focus();
  };
  const ofField = problem?.field === 'email' ? problem.message : undefined;
  return (
    <Form onSubmit={submit} className="flex flex-col gap-4 [&_input]:min-h-11">
      <h1 className="text-xl font-semibold tracking-tight">{say('portal.signIn.title')}</h1>
      <p className="text-muted">{say('portal.signIn.text')}</p>
      <Field label={say('form.email')} error={ofField}>
        <Input
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          dir="ltr"
          className="rtl:text-right"
          required
        />
      </Field>
      {problem && !ofField && <Alert tone="danger">{problem.message}</Alert>}
      <WithoutScript>
        <Alert tone="warning">{say('portal.needsJavaScript')}</Alert>
      </WithoutScript>
      <SubmitButton size="large" pending={isBusy} className={primaryLook}>
        {say('portal.signIn.send')}
      </SubmitButton>
    </Form>
  );
}

function Sent({ email, isTest, onAgain }: { email: string; isTest: boolean; onAgain: () => void }) {
  const { say, page } = usePage();
  return (
    <div className="flex flex-col gap-4 break-words">
      <FocusedHeading>{say('portal.signIn.sent.title')}</FocusedHeading>
      <p>{say('portal.signIn.sent.text', { email })}</p>
      <p className="text-sm text-muted">{say('portal.signIn.sent.none')}</p>
      {isTest && page.store && (
        <Alert role="note" tone="info">
          {say('portal.signIn.sent.test')}{' '}
          <a
            className="inline-block py-1 underline underline-offset-2"
            href={`/dashboard/${page.store.slug}/test/customers`}
          >
            {say('portal.signIn.sent.customers')}
          </a>
        </Alert>
      )}
      <Button onClick={onAgain}>{say('portal.signIn.another')}</Button>
    </div>
  );
}
