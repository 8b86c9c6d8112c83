/** The pages of a store, for the navigation, the bottom bar and the command palette. */
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

/** The numbers of open items that the navigation shows. */
export interface OpenCounts {
  readonly refundRequests: number;
}

export interface NavPage {
  /** Relative to the store's and environment's path. */
  readonly path: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** The key that opens the page when pressed after `g`. */
  readonly jump?: string;
  /** The short label in the bottom bar; absent: the page is not in the bar. */
  readonly inBar?: string;
  /** The count that is shown beside the label. */
  readonly counts?: keyof OpenCounts;
  /** The page exists in the test environment only. */
  readonly testOnly?: true;
}

interface Section {
  /** The first section's heading is shown in the sheet only. */
  readonly name: 'Home' | 'Catalog' | 'Sales' | 'Money' | 'Developers' | 'Store';
  readonly pages: readonly NavPage[];
}

const sections: readonly Section[] = [
  {
    name: 'Home',
    pages: [{ path: '', label: 'Overview', icon: LayoutDashboard, jump: 'h', inBar: 'Overview' }],
  },
  {
    name: 'Catalog',
    pages: [
      { path: '/products', label: 'Products', icon: Package, jump: 'd', inBar: 'Products' },
      { path: '/groups', label: 'Plan groups', icon: Boxes },
    ],
  },
  {
    name: 'Sales',
    pages: [
      { path: '/orders', label: 'Orders', icon: ReceiptText, jump: 'o', inBar: 'Orders' },
      { path: '/subscriptions', label: 'Subscriptions', icon: Repeat, jump: 's' },
      { path: '/customers', label: 'Customers', icon: Users, jump: 'c' },
    ],
  },
  {
    name: 'Money',
    pages: [
      { path: '/payments', label: 'Payments', icon: CreditCard, jump: 'p' },
      {
        path: '/refund-requests',
        label: 'Refund requests',
        icon: Undo2,
        jump: 'r',
        inBar: 'Refunds',
        counts: 'refundRequests',
      },
      { path: '/balances', label: 'Balance', icon: Landmark, jump: 'b' },
    ],
  },
  {
    name: 'Developers',
    pages: [
      { path: '/keys', label: 'API keys', icon: KeyRound, jump: 'k' },
      { path: '/requests', label: 'Request log', icon: ScrollText, jump: 'l' },
      { path: '/webhooks', label: 'Webhooks', icon: Webhook, jump: 'w' },
      { path: '/graphql', label: 'GraphQL', icon: Braces, jump: 'q' },
      { path: '/test-clock', label: 'Test clock', icon: Clock, testOnly: true },
      { path: '/emails', label: 'Emails', icon: Mail, jump: 'e' },
    ],
  },
  {
    name: 'Store',
    pages: [
      { path: '/settings', label: 'Settings', icon: Settings, jump: ',' },
      { path: '/members', label: 'Members', icon: UserCog, jump: 'm' },
      { path: '/notifications', label: 'Notifications', icon: Bell },
      { path: '/checkout', label: 'Checkout', icon: Palette },
      { path: '/verification', label: 'Verification', icon: BadgeCheck },
      { path: '/senders', label: 'Sender addresses', icon: MailCheck },
      { path: '/audit', label: 'Audit log', icon: History },
    ],
  },
];

/** The sections for the environment in `base`. Sections hold only the pages that exist there. */
export const sectionsAt = (base: string): readonly Section[] =>
  sections.map(({ name, pages }) => ({
    name,
    pages: pages.filter(({ testOnly }) => !testOnly || base.endsWith('/test')),
  }));

/** Whether `path` is that page or a page below it. */
export function isAt(base: string, { path: target }: NavPage, path: string): boolean {
  const href = `${base}${target}`;
  return target === '' ? path === base : path === href || path.startsWith(`${href}/`);
}
