import {
  Ban,
  Bell,
  CalendarX,
  CircleCheck,
  CreditCard,
  Hourglass,
  type LucideIcon,
  PackageCheck,
  ReceiptText,
  RefreshCw,
  RotateCcw,
  ShieldCheck,
  ShieldQuestion,
  TimerOff,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import { ShowMore } from '#components/ui/show-more.tsx';
import { Time } from '#components/ui/time.tsx';
import type { Actor, EventType } from '#server/events/rules/event.ts';
import { type FollowUp, FollowUps } from './follow-ups.tsx';

/** What one did to an order at one moment. */
export interface StoryMoment {
  readonly id: string;
  readonly at: Date;
  readonly actor: Actor['kind'];
  /** Newest first; the first gives the moment its sign. */
  readonly tellings: readonly {
    readonly id: string;
    readonly type: string;
    readonly title: string;
    /** Why, where something went wrong. */
    readonly detail: string | null;
  }[];
  /** Who was told of it. */
  readonly followUps: readonly FollowUp[];
}

const icons: Readonly<Partial<Record<EventType, LucideIcon>>> = {
  'order.created': ReceiptText,
  'order.completed': PackageCheck,
  'order.canceled': Ban,
  'order.expired': TimerOff,
  'subscription.activated': PackageCheck,
  'subscription.trial_started': Hourglass,
  'subscription.renewed': RefreshCw,
  'subscription.recovered': RefreshCw,
  'subscription.past_due': TriangleAlert,
  'subscription.charge_skipped': TriangleAlert,
  'subscription.reminded': Bell,
  'subscription.canceling': CalendarX,
  'subscription.uncanceled': RotateCcw,
  'subscription.canceled': Ban,
  'subscription.expired': TimerOff,
  'payment.started': CreditCard,
  'payment.pending': Hourglass,
  'payment.requires_action': ShieldQuestion,
  'payment.resumed': ShieldCheck,
  'payment.succeeded': CircleCheck,
  'payment.failed': TriangleAlert,
  'refund_ticket.created': Undo2,
  'refund_ticket.resubmitted': Undo2,
  'refund_ticket.approved': CircleCheck,
  'refund_ticket.rejected': Ban,
  'refund.started': Undo2,
  'refund.succeeded': CircleCheck,
  'refund.failed': TriangleAlert,
  'refund.unbooked': TriangleAlert,
  'payment.refund_started': Undo2,
  'payment.refunded': CircleCheck,
  'payment_method.change_started': CreditCard,
  'payment_method.change_failed': TriangleAlert,
  'payment_method.changed': CreditCard,
};

const actors: Readonly<Record<Actor['kind'], string>> = {
  apiKey: 'by your backend',
  dashboard: 'in the dashboard',
  storeSlug: 'from your site',
  sessionToken: 'by the customer',
  checkout: 'at the checkout',
  portal: 'by the customer, in the portal',
  visitor: 'by somebody who was not signed in',
  worker: 'by the service',
  operator: 'by the operator',
  provider: 'at the payment provider',
};

/** So many moments are shown at first. */
const shownMoments = 12;

/** What happened, newest first. */
export function Timeline({ moments }: { moments: readonly StoryMoment[] }) {
  const lines = moments.map((moment) => <Moment key={moment.id} {...moment} />);
  return (
    <ShowMore
      as="ol"
      className="flex flex-col"
      footClassName="pt-5"
      first={lines.slice(0, shownMoments)}
      rest={lines.slice(shownMoments)}
      label={`Show all ${lines.length}`}
    />
  );
}

function Moment({ at, actor, tellings, followUps }: StoryMoment) {
  const Icon = icons[tellings[0]?.type as EventType] ?? ReceiptText;
  return (
    <li className="group relative flex gap-3 pb-5 last:pb-0">
      <span className="absolute start-3.75 top-8 bottom-0 w-px bg-border group-last:hidden" aria-hidden />
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken text-muted">
        <Icon className="size-4" aria-hidden />
      </span>
      <div className="min-w-0 pt-1 text-sm">
        {tellings.map(({ id, title, detail }) => (
          <div key={id} className="group/telling mb-0.5">
            <p className="wrap-anywhere group-first/telling:font-medium">{title}</p>
            {detail && <p className="wrap-anywhere text-muted">{detail}</p>}
          </div>
        ))}
        <p className="text-xs text-muted">
          <Time value={at} /> {actors[actor]}
        </p>
        {followUps.length > 0 && <FollowUps followUps={followUps} />}
      </div>
    </li>
  );
}
