import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { SubmitButton } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { Textarea } from '#components/ui/forms/textarea.tsx';
import type { RefundView } from '#server/storefront/portal/refund-view.ts';
import { usePage } from '../page/page-context.tsx';
import { Sheet } from '../page/sheet.tsx';
import { WithoutScript } from '../page/without-script.tsx';
import { primaryLook } from '../theme/primary-look.ts';
import { BackLink } from './back-link.tsx';
import { useCall } from './use-call.ts';
import { usePortalAddress } from './use-portal-address.ts';

const maxReasonLength = 1000;

type Problems = Readonly<Partial<Record<'amount' | 'reason', string>>>;

/** Requests a full or partial refund, or repeats a declined request. */
export function RefundPage({ view }: { view: RefundView }) {
  const { say, page } = usePage();
  const address = usePortalAddress();
  const store = page.store?.name ?? '';
  return (
    <div className="mx-auto w-full max-w-xl">
      <BackLink href={address(`/orders/${view.orderId}`)}>{say('portal.backToOrder')}</BackLink>
      <Sheet className="flex flex-col gap-5">
        <div className="flex flex-col gap-2">
          <h1 className="text-xl font-semibold tracking-tight">
            {say(view.again ? 'portal.refund.again' : 'portal.refund.title')}
          </h1>
          <p className="font-medium break-words">
            <bdi>{view.productName}</bdi>
          </p>
          <p className="text-muted">
            {say(view.again ? 'portal.refund.againText' : 'portal.refund.text', {
              store,
              amount: view.paid,
              date: view.paidOn,
            })}
          </p>
        </div>
        {view.again?.answer && (
          <div className="border-s-2 border-border ps-3 text-sm">
            <p className="font-medium">{say('portal.tickets.answer')}</p>
            <p dir="auto" className="break-words whitespace-pre-line">
              {view.again.answer}
            </p>
          </div>
        )}
        <RefundForm view={view} />
      </Sheet>
    </div>
  );
}

function RefundForm({ view }: { view: RefundView }) {
  const { say } = usePage();
  const address = usePortalAddress();
  const { call, isBusy, problem } = useCall();
  const [found, setFound] = useState<Problems>();
  const problems: Problems = {
    ...found,
    ...(problem?.field === 'amount' || problem?.field === 'reason' ? { [problem.field]: problem.message } : {}),
  };
  const submit = async (data: FormData) => {
    const [amount, reason] = [String(data.get('amount') ?? '').trim(), String(data.get('reason') ?? '').trim()];
    const wrong: Problems = {
      ...(amount === '' && { amount: say('portal.refund.problems.amount', { least: view.least, most: view.most }) }),
      ...((reason === '' || [...reason].length > maxReasonLength) && { reason: say('portal.refund.problems.reason') }),
    };
    setFound(Object.keys(wrong).length > 0 ? wrong : undefined);
    if (Object.keys(wrong).length > 0) return;
    const about = view.again ? { ticketId: view.again.ticketId } : { paymentId: view.paymentId };
    const ticket = await call(address(`/orders/${view.orderId}/refund`), { ...about, amount, reason });
    // Replaces the history entry, so that Back does not return to a submitted form.
    if (ticket) location.replace(address(`/orders/${view.orderId}`, { done: 'refund' }));
  };
  return (
    <Form problems={found ?? problem} onSubmit={submit} className="flex flex-col gap-4 [&_input]:min-h-11">
      <Field
        label={say('portal.refund.amount', { currency: view.currency })}
        hint={say('portal.refund.amountHint', { amount: view.most })}
        error={problems.amount}
      >
        <Input
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          className="tabular-nums rtl:text-right"
          defaultValue={view.usual}
          required
        />
      </Field>
      <Field label={say('portal.refund.reason')} hint={say('portal.refund.reasonHint')} error={problems.reason}>
        <Textarea name="reason" rows={5} dir="auto" defaultValue={view.again?.reason} required />
      </Field>
      {problem && !problem.field && <Alert tone="danger">{problem.message}</Alert>}
      <WithoutScript>
        <Alert tone="warning">{say('portal.needsJavaScript')}</Alert>
      </WithoutScript>
      <SubmitButton size="large" pending={isBusy} className={primaryLook}>
        {say('portal.refund.send')}
      </SubmitButton>
    </Form>
  );
}
