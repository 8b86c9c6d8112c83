/** What a buyer's page is made of: plain values, read on the server, rendered there, and taken over in the browser. */

import type { Environment } from '#server/domain/environments.ts';
import type { CompiledMessages } from '#server/i18n/format.ts';
import type { Language, Reading } from '#server/i18n/languages.ts';
import type { CheckoutSettings } from '#server/stores/rules/store.ts';
import type { CheckoutForm } from '../checkout/form.ts';
import type { CheckoutView } from '../checkout/view.ts';
import type { CardQuestion, CardView } from '../portal/card-view.ts';
import type { OrderView } from '../portal/order-view.ts';
import type { OrdersView } from '../portal/orders-view.ts';
import type { FixView } from '../portal/recovery-view.ts';
import type { RefundView } from '../portal/refund-view.ts';
import type { PortalMode, PortalVisitor } from '../portal/visitor-words.ts';
import type { ReceiptText } from '../receipts/receipt-text.ts';

/** The store around a page: whose colours, and whom to ask. */
export interface PageStore {
  readonly name: string;
  readonly slug: string;
  readonly logo: string | null;
  readonly website: string | null;
  readonly supportEmail: string | null;
  readonly checkoutSettings: CheckoutSettings;
}

/** A receipt in words, with the ids that lead to its document and its order. */
export type PortalReceipt = ReceiptText & { readonly number: string; readonly orderId: string };

/** Which page it is, with what it shows. */
export type PageContent =
  | { readonly kind: 'checkout'; readonly view: CheckoutView; readonly form: CheckoutForm | null }
  | { readonly kind: 'challenge'; readonly view: CheckoutView; readonly paymentId: string }
  | { readonly kind: 'portal-sign-in' | 'portal-open'; readonly environment: Environment; readonly mode: PortalMode }
  | { readonly kind: 'portal-orders'; readonly visitor: PortalVisitor; readonly view: OrdersView }
  | {
      readonly kind: 'portal-order';
      readonly visitor: PortalVisitor;
      readonly view: OrderView;
      /** What has just been done on another page. */
      readonly news: 'card' | 'refund' | null;
    }
  | { readonly kind: 'portal-card'; readonly visitor: PortalVisitor; readonly view: CardView }
  | { readonly kind: 'portal-challenge'; readonly visitor: PortalVisitor; readonly view: CardQuestion }
  | { readonly kind: 'portal-refund'; readonly visitor: PortalVisitor; readonly view: RefundView }
  | { readonly kind: 'portal-receipt'; readonly visitor: PortalVisitor; readonly view: PortalReceipt }
  /** By the link of a payment that failed: nobody is signed in. */
  | {
      readonly kind: 'portal-fix';
      readonly environment: Environment;
      readonly mode: PortalMode;
      readonly view: FixView;
    }
  | {
      readonly kind: 'portal-fix-challenge';
      readonly environment: Environment;
      readonly mode: PortalMode;
      readonly view: CardQuestion;
    }
  | { readonly kind: 'portal-not-found'; readonly visitor: PortalVisitor | null }
  /** An address that leads nowhere; with the store where that is known. */
  | { readonly kind: 'not-found' }
  /** The visitor's network loads pages too often. */
  | { readonly kind: 'busy'; readonly seconds: number }
  /** Our own failure; the log knows it by that number. `isOutage`: the database is away, which passes by itself. */
  | { readonly kind: 'broken'; readonly requestId: string; readonly isOutage: boolean };

/** Pages of one area share their script and their words. */
export type Area = 'checkout' | 'portal';

export const areaOf = ({ kind }: Pick<PageContent, 'kind'>): Area =>
  kind.startsWith('portal') ? 'portal' : 'checkout';

/** How much of a page's address others are told: nothing of the pages that a link alone opens. */
export const referrerPolicyOf = ({ kind }: Pick<PageContent, 'kind'>): string =>
  kind.startsWith('portal-fix') ? 'no-referrer' : 'strict-origin-when-cross-origin';

export interface HostedPage {
  readonly content: PageContent;
  /** Null where no store is known, or where its colours are not to be used: the bank's page. */
  readonly store: PageStore | null;
  readonly reading: Reading;
  /** Those that there are to choose from, each in its own words. */
  readonly languages: readonly (readonly [code: Language, name: string])[];
  /** The buyer's own choice, else the session's word, else the store's; null: as their system says. */
  readonly theme: 'light' | 'dark' | null;
  /** The page's own path, without a query. */
  readonly path: string;
  /**
   * What was chosen on the way here, as a query that the page's own links carry on: in another site's frame no cookie
   * remembers it. Empty: nothing.
   */
  readonly choices: string;
  /** When the server made this, ISO 8601. */
  readonly renderedAt: string;
  /** What the store's test clock says, ISO 8601; null: time is as everywhere. */
  readonly testTime: string | null;
  /** In the page's language; null in an answer to a page that speaks it already. */
  readonly messages: CompiledMessages | null;
}

/** What the renderer makes of a page. */
export interface RenderedPage {
  readonly title: string;
  readonly html: string;
  /** The store's colours. */
  readonly css: string;
  readonly themeColors: { readonly light: string; readonly dark: string };
}
