'use client';
import { clsx } from 'clsx';
import { CalendarRange } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button, SubmitButton } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Form } from '#components/ui/forms/form.tsx';
import { Input } from '#components/ui/forms/input.tsx';

interface CustomRangeProps {
  path: string;
  isChosen: boolean;
  currency: string | undefined;
  days: { readonly from: string; readonly to: string };
  today: string;
}

/** Opens a dialog to choose a range of days, both inclusive. */
export function CustomRange({ path, isChosen, currency, days, today }: CustomRangeProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = (data: FormData) => {
    const [from, to] = [String(data.get('from')), String(data.get('to'))];
    if (!from || !to || from > to) return setProblem('The start date must be on or before the end date.');
    if (from > today) return setProblem('The start date can’t be in the future.');
    setOpen(false);
    const address = new URLSearchParams({ range: 'custom', from, to, ...(currency && { currency }) });
    router.push(`${path}?${address}`, { scroll: false });
  };
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        aria-haspopup="dialog"
        onClick={() => {
          setProblem(undefined);
          setOpen(true);
        }}
        className={clsx(
          'border px-2.5! font-normal!',
          isChosen ? 'border-control bg-surface font-medium!' : 'border-transparent text-muted!',
        )}
      >
        <CalendarRange className="size-4" aria-hidden />
        Custom range
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title="Custom range">
        <Form problems={problem} onSubmit={submit} className="flex flex-col gap-4">
          <div className="grid grid-cols-2 gap-3">
            <Field label="Start date">
              <Input type="date" name="from" defaultValue={days.from} max={today} required />
            </Field>
            <Field label="End date" {...(problem && { error: problem })}>
              <Input type="date" name="to" defaultValue={days.to} required />
            </Field>
          </div>
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <SubmitButton>Apply</SubmitButton>
          </div>
        </Form>
      </Dialog>
    </>
  );
}
