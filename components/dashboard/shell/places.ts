/** The pages of a store: what the navigation, the phone's bar and the command palette lead to. */
import {
  BadgeCheck,
  Bell,
  Boxes,
  Braces,
  Clock,
  CreditCard,
  History,
  KeyRound,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  MailCheck,
  Package,
  Palette,
  ReceiptText,
  Repeat,
  ScrollText,
  Settings,
  Undo2,
  UserCog,
  Users,
  Webhook,
} from 'lucide-react';

/** How much there is that waits for the merchant. */
export interface Waiting {
  readonly refundRequests: number;
}

export interface Place {
  /** Below the store's and environment's own address. */
  readonly path: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Pressed after `g`, it leads there. */
  readonly jump?: string;
  /** Stands in the phone's bar, by this name, for which there is less room. */
  readonly inBar?: string;
  /** What of it waits for the merchant: its number stands beside the name. */
  readonly counts?: keyof Waiting;
  /** Not there in prod. */
  readonly isOfTest?: true;
}

interface Section {
  /** What the first one, which has no heading, is called where it needs one. */
  readonly name: 'Sales' | 'Developers' | 'Store';
  readonly places: readonly Place[];
}

const sections: readonly Section[] = [
  {
    name: 'Sales',
    places: [
      { path: '', label: 'Overview', icon: LayoutDashboard, jump: 'h', inBar: 'Overview' },
      { path: '/products', label: 'Products', icon: Package, jump: 'd', inBar: 'Products' },
      { path: '/groups', label: 'Groups', icon: Boxes },
      { path: '/orders', label: 'Orders', icon: ReceiptText, jump: 'o', inBar: 'Orders' },
      { path: '/subscriptions', label: 'Subscriptions', icon: Repeat, jump: 's' },
      { path: '/customers', label: 'Customers', icon: Users, jump: 'c' },
      { path: '/payments', label: 'Payments', icon: CreditCard, jump: 'p' },
      {
        path: '/refund-requests',
        label: 'Refund requests',
        icon: Undo2,
        jump: 'r',
        inBar: 'Refunds',
        counts: 'refundRequests',
      },
      { path: '/balances', label: 'Balances', icon: Landmark, jump: 'b' },
    ],
  },
  {
    name: 'Developers',
    places: [
      { path: '/keys', label: 'API keys', icon: KeyRound, jump: 'k' },
      { path: '/requests', label: 'Request log', icon: ScrollText, jump: 'l' },
      { path: '/webhooks', label: 'Webhooks', icon: Webhook, jump: 'w' },
      { path: '/graphql', label: 'GraphQL', icon: Braces, jump: 'q' },
      { path: '/test-clock', label: 'Test clock', icon: Clock, isOfTest: true },
      { path: '/emails', label: 'Emails', icon: Mail, jump: 'e' },
    ],
  },
  {
    name: 'Store',
    places: [
      { path: '/settings', label: 'Settings', icon: Settings, jump: ',' },
      { path: '/members', label: 'Members', icon: UserCog, jump: 'm' },
      { path: '/notifications', label: 'Notifications', icon: Bell },
      { path: '/checkout', label: 'Checkout', icon: Palette },
      { path: '/verification', label: 'Business verification', icon: BadgeCheck },
      { path: '/senders', label: 'Senders', icon: MailCheck },
      { path: '/audit', label: 'Audit log', icon: History },
    ],
  },
];

/** The sections with the places that there are in the environment below that address. */
export const sectionsAt = (base: string): readonly Section[] =>
  sections.map(({ name, places }) => ({
    name,
    places: places.filter(({ isOfTest }) => !isOfTest || base.endsWith('/test')),
  }));

/** Whether a path is that place, or a page below it. */
export function isAt(base: string, { path: place }: Place, path: string): boolean {
  const href = `${base}${place}`;
  return place === '' ? path === base : path === href || path.startsWith(`${href}/`);
}
