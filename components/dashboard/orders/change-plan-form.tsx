'use client';
import type { Refusal } from '#components/actions/call-action.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { SegmentedControl } from '#components/ui/forms/segmented-control.tsx';
import { Select } from '#components/ui/forms/select.tsx';
import type { ChangeTiming } from '#server/billing/plan-changes/rules/plan-change.ts';
import type { PlanOption } from './change-plan.tsx';

/** How the charge is determined: by the plans, with the merchant's own credit, or as the merchant's own amount. */
type Charge = 'calculated' | 'credit' | 'amount';

export interface ChangeForm {
  readonly productId: string;
  readonly timing: ChangeTiming;
  readonly charge: Charge;
  /** The credit or amount as typed. */
  readonly typed: string;
}

/** The form as it opens: the first plan, immediately. */
export const unchangedForm = (plans: readonly PlanOption[]): ChangeForm => ({
  productId: plans[0]?.id ?? '',
  timing: 'immediate',
  charge: 'calculated',
  typed: '',
});

/** The fields of the request. */
export const requestOf = ({ productId, timing, charge, typed }: ChangeForm) => ({
  productId,
  changeTiming: timing,
  ...(charge === 'credit' && { changeCreditAmount: typed.trim() }),
  ...(charge === 'amount' && { changeAmount: typed.trim() }),
});

interface ChangePlanFormProps {
  id: string;
  currency: string;
  plans: readonly PlanOption[];
  isPastDue: boolean;
  form: ChangeForm;
  refusal: Refusal | null;
  onChange: (part: Partial<ChangeForm>) => void;
  onSubmit: () => void;
}

/** The choices of a plan change. */
export function ChangePlanForm(props: ChangePlanFormProps) {
  const { id, currency, plans, isPastDue, form, refusal, onChange, onSubmit } = props;
  const { timing, charge } = form;
  const isAmountWrong = refusal?.path === 'changeAmount' || refusal?.path === 'changeCreditAmount';
  return (
    <Form problems={refusal} id={id} onSubmit={onSubmit} className="flex flex-col gap-4">
      {refusal && !isAmountWrong && <Alert tone="danger">{refusal.message}</Alert>}
      <Field label="New plan">
        <Select value={form.productId} onChange={({ target }) => onChange({ productId: target.value })}>
          <PlanGroup label="Same plan group" plans={plans.filter(({ isInGroup }) => isInGroup)} />
          <PlanGroup label="Other plans" plans={plans.filter(({ isInGroup }) => !isInGroup)} />
        </Select>
      </Field>
      {isPastDue ? (
        <p className="text-sm text-muted">
          The subscription is past due, so the change happens now. The new plan starts where the paid time ended.
        </p>
      ) : (
        <SegmentedControl
          label="When"
          options={[
            { value: 'immediate', label: 'Now' },
            { value: 'next_period', label: 'At the end of the period' },
          ]}
          value={timing}
          onChange={(value) => onChange({ timing: value })}
        />
      )}
      <Field label="Charge">
        <Select value={charge} onChange={({ target }) => onChange({ charge: target.value as Charge })}>
          <option value="calculated">
            {timing === 'immediate' ? 'Price less credit for unused time' : 'Price of the new plan'}
          </option>
          <option value="credit">Price less a custom credit</option>
          <option value="amount">Custom amount</option>
        </Select>
      </Field>
      {charge !== 'calculated' && (
        <Field
          label={charge === 'credit' ? `Credit (${currency})` : `Amount (${currency})`}
          hint={charge === 'credit' ? 'Tax included. Credit left over pays later charges.' : 'Tax included.'}
          error={isAmountWrong && `Enter an amount in ${currency}, 0 or more.`}
        >
          <Input
            value={form.typed}
            onChange={({ target }) => onChange({ typed: target.value })}
            inputMode="decimal"
            autoComplete="off"
            className="tabular-nums"
            required
          />
        </Field>
      )}
    </Form>
  );
}

const PlanGroup = ({ label, plans }: { label: string; plans: readonly PlanOption[] }) =>
  plans.length > 0 && (
    <optgroup label={label}>
      {plans.map(({ id, name, price }) => (
        <option key={id} value={id}>
          {name}, {price}
        </option>
      ))}
    </optgroup>
  );
