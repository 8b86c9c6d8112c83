import {
  ArrowLeftRight,
  Ban,
  Bell,
  CalendarClock,
  CalendarX,
  CircleCheck,
  CirclePause,
  CirclePlay,
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
import { definitionOf, type EventIcon as IconName } from '#server/events/rules/registry.ts';

/** The icons that the event registry names. */
const icons: Readonly<Record<IconName, LucideIcon>> = {
  'arrow-left-right': ArrowLeftRight,
  ban: Ban,
  bell: Bell,
  'calendar-clock': CalendarClock,
  'calendar-x': CalendarX,
  'circle-check': CircleCheck,
  'circle-pause': CirclePause,
  'circle-play': CirclePlay,
  'credit-card': CreditCard,
  hourglass: Hourglass,
  'package-check': PackageCheck,
  'receipt-text': ReceiptText,
  'refresh-cw': RefreshCw,
  'rotate-ccw': RotateCcw,
  'shield-check': ShieldCheck,
  'shield-question': ShieldQuestion,
  'timer-off': TimerOff,
  'triangle-alert': TriangleAlert,
  'undo-2': Undo2,
};

const isIcon = (name: string | undefined): name is IconName => name !== undefined && Object.hasOwn(icons, name);

export function EventIcon({ type = '' }: { readonly type: string | undefined }) {
  const name = definitionOf(type)?.icon;
  const Icon = isIcon(name) ? icons[name] : ReceiptText;
  return <Icon className="size-4" aria-hidden />;
}
