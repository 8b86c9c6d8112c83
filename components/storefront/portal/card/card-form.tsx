import { clsx } from 'clsx';
import { type FormEvent, useRef, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { SubmitButton } from '#components/ui/button.tsx';
import type { CardView } from '#server/storefront/portal/card-view.ts';
import { Failure } from '../../checkout/failure.tsx';
import { type CardField, cardFieldNames, checkCardField } from '../../checkout/form/check-card.ts';
import { readValues } from '../../checkout/form/form-values.ts';
import { useProblems } from '../../checkout/form/use-problems.ts';
import { usePage } from '../../page/page-context.tsx';
import { WithoutScript } from '../../page/without-script.tsx';
import { primaryLook } from '../../theme/primary-look.ts';
import { useCall } from '../use-call.ts';
import { usePortalAddress } from '../use-portal-address.ts';
import { CardMethod, type CardMethodHandle } from './card-method.tsx';

const isCardField = (name: string | undefined): name is CardField => cardFieldNames.some((known) => known === name);

interface CardFormProps {
  view: CardView;
  /** The portal path that receives the card. */
  path: string;
  label: string;
}

/** The card form, or a notice if no provider is available. */
export function CardForm({ view, ...rest }: CardFormProps) {
  const { say } = usePage();
  return view.provider ? (
    <ProviderForm view={view} provider={view.provider} {...rest} />
  ) : (
    <Alert tone="warning">{say('portal.card.notNow')}</Alert>
  );
}

interface ProviderFormProps extends CardFormProps {
  provider: NonNullable<CardView['provider']>;
}

function ProviderForm({ view, provider, path, label }: ProviderFormProps) {
  const { page, say, refresh } = usePage();
  const address = usePortalAddress();
  const form = useRef<HTMLFormElement>(null);
  const method = useRef<CardMethodHandle>(null);
  const { call, isBusy, problem, clear } = useCall('portal.card.uncertain');
  const [own, setOwn] = useState<{ isBusy: boolean; problem: string | null }>({ isBusy: false, problem: null });
  const isSandbox = provider.kind === 'sandbox';
  const testNumbers = isSandbox ? provider.testCards.map(({ number }) => number) : undefined;
  const fields = useProblems<CardField>(form, {
    names: isSandbox ? cardFieldNames : [],
    check: (name, values) =>
      checkCardField(name, values[name], { now: new Date(page.testTime ?? page.renderedAt), testNumbers, say }),
  });
  const save = async (typed: HTMLFormElement) => {
    setOwn({ isBusy: true, problem: null });
    // Called synchronously in the submit handler: browsers open a wallet sheet only during a user gesture.
    const details = await method.current?.take(typed);
    if (!details || 'problem' in details) return setOwn({ isBusy: false, problem: details?.problem ?? null });
    const next = await call<{ goTo: string | null }>(address(path), details.fields);
    if (!next) return setOwn({ isBusy: false, problem: null });
    typed.reset();
    if (next.goTo !== null) return location.assign(next.goTo);
    await refresh();
    setOwn({ isBusy: false, problem: null });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = event.currentTarget;
    clear();
    if (isBusy || own.isBusy || (isSandbox && fields.checkAll(readValues(typed, cardFieldNames)))) return;
    void save(typed);
  };
  // The provider's form has no field of ours to attach the problem to.
  const refusedField = isSandbox && isCardField(problem?.field) ? problem.field : undefined;
  const refused = problem && refusedField ? { [refusedField]: problem.message } : {};
  const failure = own.problem ?? (problem && !refusedField ? problem.message : null);
  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={submit}
      onBlur={fields.onBlur}
      onInput={(event) => {
        fields.onInput(event);
        if (refusedField) clear();
      }}
      aria-label={say('portal.card.title')}
      className="flex flex-col gap-4 [&_input]:min-h-11"
    >
      <div className="contents noscript:hidden">
        <CardMethod
          ref={method}
          provider={provider}
          billing={view.billing}
          problems={{ ...fields.problems, ...refused }}
          form={form}
          onFilled={fields.clear}
        />
      </div>
      {/* Removed during a retry, so that screen readers announce the same message again. */}
      <Failure message={isBusy || own.isBusy ? null : (failure ?? (problem ? null : view.lastFailure))} />
      <WithoutScript>
        <Alert tone="warning">{say('portal.needsJavaScript')}</Alert>
      </WithoutScript>
      <SubmitButton
        size="large"
        variant={view.state === 'challenge' ? 'secondary' : 'primary'}
        pending={isBusy || own.isBusy}
        className={clsx(view.state === 'challenge' ? 'w-full' : primaryLook, 'noscript:hidden')}
      >
        {label}
      </SubmitButton>
    </form>
  );
}
