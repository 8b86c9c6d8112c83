import {
  Ban,
  CalendarX,
  CircleCheck,
  CreditCard,
  Hourglass,
  type LucideIcon,
  PackageCheck,
  ReceiptText,
  RotateCcw,
  ShieldCheck,
  ShieldQuestion,
  TimerOff,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import type { Actor, EventType } from '../../../server/domain/event.ts';
import { Time } from '../../ui/time.tsx';

/** Something that happened to an order. */
export interface TimelineEntry {
  readonly id: string;
  readonly type: string;
  readonly actor: Actor['kind'];
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

interface Telling {
  readonly icon: LucideIcon;
  readonly title: string;
}

const tellings: Readonly<Partial<Record<EventType, Telling>>> = {
  'order.created': { icon: ReceiptText, title: 'Order made' },
  'order.completed': { icon: PackageCheck, title: 'Order completed' },
  'order.canceled': { icon: Ban, title: 'Order canceled' },
  'order.expired': { icon: TimerOff, title: 'Order expired' },
  'subscription.activated': { icon: PackageCheck, title: 'Subscription started' },
  'subscription.trial_started': { icon: Hourglass, title: 'Trial started' },
  'subscription.canceling': { icon: CalendarX, title: 'Cancellation asked for' },
  'subscription.uncanceled': { icon: RotateCcw, title: 'Cancellation taken back' },
  'subscription.canceled': { icon: Ban, title: 'Subscription ended' },
  'subscription.expired': { icon: TimerOff, title: 'Subscription expired unpaid' },
  'payment.started': { icon: CreditCard, title: 'Payment started' },
  'payment.pending': { icon: Hourglass, title: 'The payment takes its time' },
  'payment.requires_action': { icon: ShieldQuestion, title: 'The bank asks the buyer to confirm' },
  'payment.resumed': { icon: ShieldCheck, title: 'The buyer answered the bank' },
  'payment.succeeded': { icon: CircleCheck, title: 'Payment succeeded' },
  'payment.failed': { icon: TriangleAlert, title: 'Payment failed' },
  'refund_ticket.created': { icon: Undo2, title: 'The customer asked for a refund' },
  'refund_ticket.resubmitted': { icon: Undo2, title: 'The customer asked for a refund again' },
  'refund_ticket.approved': { icon: CircleCheck, title: 'Refund request approved' },
  'refund_ticket.rejected': { icon: Ban, title: 'Refund request declined' },
  'refund.started': { icon: Undo2, title: 'Refund started' },
  'refund.succeeded': { icon: CircleCheck, title: 'Refunded' },
  'refund.failed': { icon: TriangleAlert, title: 'Refund failed' },
  'refund.unbooked': { icon: TriangleAlert, title: 'Refunded at the payment provider, and not booked here' },
  'payment.refund_started': { icon: Undo2, title: 'The payment is given back: it came too late' },
  'payment.refunded': { icon: CircleCheck, title: 'The late payment was given back' },
  'payment_method.change_started': { icon: CreditCard, title: 'Another payment method given' },
  'payment_method.change_failed': { icon: TriangleAlert, title: 'The new payment method was refused' },
  'payment_method.changed': { icon: CreditCard, title: 'Payment method changed' },
};

/** What is told with its amount. */
const aboutRefunds = /^refund(?:_ticket)?\./;

const actors: Readonly<Record<Actor['kind'], string>> = {
  apiKey: 'by your backend',
  dashboard: 'in the dashboard',
  storeSlug: 'from your site',
  sessionToken: 'by the customer',
  checkout: 'at the checkout',
  portal: 'by the customer, in the portal',
  worker: 'by the service',
  operator: 'by the operator',
  provider: 'at the payment provider',
};

/** What happened, oldest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="flex flex-col">
      {entries.map(({ id, type, actor, data, createdAt }) => {
        const { icon: Icon, title } = tellings[type as EventType] ?? { icon: ReceiptText, title: type };
        return (
          <li key={id} className="group relative flex gap-3 pb-5 last:pb-0">
            <span className="absolute start-3.75 top-8 bottom-0 w-px bg-border group-last:hidden" aria-hidden />
            <span className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken text-muted">
              <Icon className="size-4" aria-hidden />
            </span>
            <div className="min-w-0 pt-1 text-sm">
              <p className="font-medium">{title}</p>
              {aboutRefunds.test(type) && typeof data.amount === 'string' && (
                <p className="tabular-nums">
                  {data.amount} {typeof data.currency === 'string' && data.currency}
                </p>
              )}
              {typeof data.failureReason === 'string' && <p>{data.failureReason}</p>}
              <p className="text-muted">
                <Time value={createdAt} /> {actors[actor]}
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
