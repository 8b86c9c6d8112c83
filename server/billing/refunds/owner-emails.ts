/** What a store's owner is emailed about refunds: what a buyer asks for, and what did not work. */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { merchants, productVersions, refundTickets, stores } from '#db/schema/index.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatMoney } from '#server/domain/money.ts';
import { plainName, quotedName } from '#server/domain/quoted-name.ts';
import { ofOrder, queueEmail } from '#server/events/data/emails.ts';
import { englishDraft, lookOf } from '#server/events/rules/email-content.ts';
import type { Order } from '../orders/orders.ts';
import type { Payment } from '../payments/payments.ts';
import type { RefundTicket } from './refund-tickets.ts';
import type { Refund } from './refunds.ts';
import { maxFreeTicketEmailsPerDay } from './rules/refund-ticket.ts';

const daySeconds = 24 * 60 * 60;

/** Whether the owner has been written to often enough today, of requests that cost nobody anything. */
async function isFlood(tx: Tx, { storeId, environment, updatedAt }: RefundTicket, payment: Payment): Promise<boolean> {
  if (payment.provider !== 'sandbox') return false;
  const [row] = await tx
    .select({ requests: sql<number>`coalesce(sum(1 + ${refundTickets.resubmissions}), 0)`.mapWith(Number) })
    .from(refundTickets)
    .where(
      and(
        eq(refundTickets.storeId, storeId),
        eq(refundTickets.environment, environment),
        gt(refundTickets.updatedAt, new Date(updatedAt.getTime() - daySeconds * 1000)),
      ),
    );
  return (row?.requests ?? 0) > maxFreeTicketEmailsPerDay;
}

async function findOwner(tx: Tx, order: Order) {
  const [found] = await tx
    .select({ owner: merchants, store: stores, product: productVersions.name })
    .from(stores)
    .innerJoin(merchants, eq(merchants.id, stores.ownerId))
    .innerJoin(productVersions, eq(productVersions.id, order.productVersionId))
    .where(eq(stores.id, order.storeId));
  return found;
}

const testNote = 'It is an order of the test environment: no money moved.';
const noted = ({ environment }: Order, text: string) => (environment === 'test' ? `${text}\n${testNote}` : text);
const markOf = ({ environment }: Order) => environment === 'test' && 'Test';
const orderButton = (order: Order, slug: string, appUrl: string) => ({
  kind: 'button' as const,
  label: 'Open the order',
  url: `${appUrl}/dashboard/${slug}/${order.environment}/orders/${toShortId('ORD', order.id)}`,
});

/**
 * Emails the store's owner what a buyer asks to have back. The reason is quoted: it is the buyer's word, not ours.
 */
export async function notifyOwnerOfTicket(
  tx: Tx,
  { order, payment, ticket, eventId }: { order: Order; payment: Payment; ticket: RefundTicket; eventId: string },
  appUrl: string,
  now: Date,
): Promise<void> {
  if (await isFlood(tx, ticket, payment)) return;
  const found = await findOwner(tx, order);
  if (!found) return;
  const { owner, store, product } = found;
  const again = ticket.resubmissions > 0 ? ' once more' : '';
  const asked = `${order.buyerEmail ?? 'A buyer'} asks${again} to have ${formatMoney(ticket.amountMinor, ticket.currency)} back for ${quotedName(product)}, bought from your store ${quotedName(store.name)}.`;
  const letter = englishDraft(lookOf(store), {
    subject: again ? 'A buyer asks for a refund again' : 'A buyer asks for a refund',
    mark: markOf(order),
    parts: [
      `Hello ${plainName(owner.name)},`,
      noted(order, asked),
      'What they say:',
      { kind: 'quote', text: ticket.reason },
      orderButton(order, store.slug, appUrl),
    ],
  });
  const email = { kind: 'refund_request_notice', recipient: owner.email, ...letter } as const;
  await queueEmail(tx, { ...ofOrder(order), eventId }, email, now);
}

/** Emails the store's owner of a refund that was made in the provider's own dashboard, and does not fit our books. */
export async function notifyOwnerOfUnbookedRefund(
  tx: Tx,
  { order, amount, reason, eventId }: { order: Order; amount: string | null; reason: string; eventId: string },
  appUrl: string,
  now: Date,
): Promise<void> {
  const found = await findOwner(tx, order);
  if (!found) return;
  const { owner, store, product } = found;
  const letter = englishDraft(lookOf(store), {
    subject: 'A refund is not booked',
    parts: [
      `Hello ${plainName(owner.name)},`,
      `A refund${amount ? ` of ${amount}` : ''} for ${quotedName(product)}, bought from your store ${quotedName(store.name)}, was made in the payment provider’s own dashboard. It could not be booked here:`,
      reason,
      'Your balances here do not show it. It stands on the order’s page:',
      orderButton(order, store.slug, appUrl),
    ],
  });
  const email = { kind: 'refund_failed_notice', recipient: owner.email, ...letter } as const;
  await queueEmail(tx, { ...ofOrder(order), eventId }, email, now);
}

/** Emails the store's owner that money did not go back, and why, in the provider's words. */
export async function notifyOwnerOfFailedRefund(
  tx: Tx,
  { order, refund, eventId }: { order: Order; refund: Refund; eventId: string },
  appUrl: string,
  now: Date,
): Promise<void> {
  const found = await findOwner(tx, order);
  if (!found) return;
  const { owner, store, product } = found;
  const amount = formatMoney(refund.amountMinor, refund.currency);
  const failed = `A refund of ${amount} for ${quotedName(product)}, bought from your store ${quotedName(store.name)}, did not go through. ${order.buyerEmail ?? 'The buyer'} does not have the money back.`;
  const letter = englishDraft(lookOf(store), {
    subject: 'A refund did not go through',
    mark: markOf(order),
    parts: [
      `Hello ${plainName(owner.name)},`,
      noted(order, failed),
      `Why: ${refund.failureReason?.replace(/\p{Cc}+/gu, ' ') ?? 'the payment provider gave no reason.'}`,
      'You can try again on the order’s page, or give the money back in another way:',
      orderButton(order, store.slug, appUrl),
    ],
  });
  const email = { kind: 'refund_failed_notice', recipient: owner.email, ...letter } as const;
  await queueEmail(tx, { ...ofOrder(order), eventId }, email, now);
}
