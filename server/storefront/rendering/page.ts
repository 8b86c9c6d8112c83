/** The data of a buyer page: plain values, read and rendered on the server and hydrated in the browser. */

import type { Environment } from '#server/domain/environments.ts';
import type { CompiledMessages } from '#server/i18n/format.ts';
import type { Language, Reading } from '#server/i18n/languages.ts';
import type { CheckoutSettings } from '#server/stores/rules/store.ts';
import type { CheckoutForm } from '../checkout/form.ts';
import type { CheckoutView } from '../checkout/view.ts';
import type { CardQuestion, CardView } from '../portal/card-view.ts';
import type { OrderView } from '../portal/order-view.ts';
import type { OrdersView } from '../portal/orders-view.ts';
import type { PlanView } from '../portal/plan-view.ts';
import type { RecoveryView } from '../portal/recovery-view.ts';
import type { RefundView } from '../portal/refund-view.ts';
import type { PortalMode, PortalVisitor } from '../portal/visitor-words.ts';
import type { ReceiptText } from '../receipts/receipt-text.ts';

/** The store of a page: its theme and contact. */
export interface PageStore {
  readonly name: string;
  readonly slug: string;
  readonly logo: string | null;
  readonly website: string | null;
  readonly supportEmail: string | null;
  readonly checkoutSettings: CheckoutSettings;
}

/** A described receipt, with the ids of its document and order. */
export type PortalReceipt = ReceiptText & { readonly number: string; readonly orderId: string };

/** The kind of a page, with its data. */
export type PageContent =
  | { readonly kind: 'checkout'; readonly view: CheckoutView; readonly form: CheckoutForm | null }
  | { readonly kind: 'challenge'; readonly view: CheckoutView; readonly paymentId: string }
  | { readonly kind: 'portal-sign-in' | 'portal-open'; readonly environment: Environment; readonly mode: PortalMode }
  | { readonly kind: 'portal-orders'; readonly visitor: PortalVisitor; readonly view: OrdersView }
  | {
      readonly kind: 'portal-order';
      readonly visitor: PortalVisitor;
      readonly view: OrderView;
      /** The action just completed on another page. */
      readonly completed: 'card' | 'refund' | null;
    }
  | { readonly kind: 'portal-card'; readonly visitor: PortalVisitor; readonly view: CardView }
  | { readonly kind: 'portal-challenge'; readonly visitor: PortalVisitor; readonly view: CardQuestion }
  | { readonly kind: 'portal-plan'; readonly visitor: PortalVisitor; readonly view: PlanView }
  | { readonly kind: 'portal-refund'; readonly visitor: PortalVisitor; readonly view: RefundView }
  | { readonly kind: 'portal-receipt'; readonly visitor: PortalVisitor; readonly view: PortalReceipt }
  /** Opened by a recovery link, without a signed-in customer. */
  | {
      readonly kind: 'portal-fix';
      readonly environment: Environment;
      readonly mode: PortalMode;
      readonly view: RecoveryView;
    }
  | {
      readonly kind: 'portal-fix-challenge';
      readonly environment: Environment;
      readonly mode: PortalMode;
      readonly view: CardQuestion;
    }
  | { readonly kind: 'portal-not-found'; readonly visitor: PortalVisitor | null }
  /** An unknown address, with the store if it is known. */
  | { readonly kind: 'not-found' }
  /** The visitor's network exceeds the page limit. */
  | { readonly kind: 'busy'; readonly seconds: number }
  /** An error on our side, with its log number. `isOutage`: the database is unavailable. */
  | { readonly kind: 'broken'; readonly requestId: string; readonly isOutage: boolean };

/** The areas: pages of one area share their script and messages. */
export type Area = 'checkout' | 'portal';

export const areaOf = ({ kind }: Pick<PageContent, 'kind'>): Area =>
  kind.startsWith('portal') ? 'portal' : 'checkout';

/** The referrer policy: pages opened by a link alone send none. */
export const referrerPolicyOf = ({ kind }: Pick<PageContent, 'kind'>): string =>
  kind.startsWith('portal-fix') ? 'no-referrer' : 'strict-origin-when-cross-origin';

export interface HostedPage {
  readonly content: PageContent;
  /** Null if the store is unknown or its theme does not apply: the sandbox's 3D Secure page. */
  readonly store: PageStore | null;
  readonly reading: Reading;
  /** The available languages with their own names. */
  readonly languages: readonly (readonly [code: Language, name: string])[];
  /** The buyer's choice, else the setting of session or store. Null: the system decides. */
  readonly theme: 'light' | 'dark' | null;
  /** The page's path without query. */
  readonly path: string;
  /**
   * The visitor's choices as a query for the page's links: in another site's frame no cookie keeps them. Empty: none.
   */
  readonly choices: string;
  /** When the server rendered the page, ISO 8601. */
  readonly renderedAt: string;
  /** The time of the store's test clock, ISO 8601; null without one. */
  readonly testTime: string | null;
  /** In the page's language; null if the requesting page has them already. */
  readonly messages: CompiledMessages | null;
}

/** The renderer's output. */
export interface RenderedPage {
  readonly title: string;
  readonly html: string;
  /** The store's theme. */
  readonly css: string;
  readonly themeColors: { readonly light: string; readonly dark: string };
}
