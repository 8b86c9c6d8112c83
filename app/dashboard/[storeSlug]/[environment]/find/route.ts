import { findScope, type ScopeParams } from '#app/dashboard/scope.ts';
import { orderStatusLabel, paymentLabel } from '#components/dashboard/status-badge.tsx';
import { quickFind } from '#server/billing/orders/data/quick-find.ts';
import { displayStatusesOf } from '#server/billing/orders/rules/order-display-status.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatMoney } from '#server/domain/money.ts';

const maxTextLength = 200;

/** Searches the store for `?q=` and returns items for the command palette. 401 without a session. */
export async function GET(request: Request, { params }: { params: Promise<ScopeParams> }): Promise<Response> {
  const account = await findScope(await params);
  const headers = { 'Cache-Control': 'private, no-store' };
  if (!account) return Response.json({ found: [] }, { status: 401, headers });
  const text = (new URL(request.url).searchParams.get('q') ?? '').replaceAll('\0', '').trim().slice(0, maxTextLength);
  const { products, orders, customers, payments } = await quickFind(account.readDb, account.scope, text);
  const found = [
    ...orders.map((order) => {
      const { id, buyerEmail, totalMinor, currency, productName } = order;
      const shortId = toShortId('ORD', id);
      const statuses = displayStatusesOf(order).map(orderStatusLabel).join(', ');
      const hint = `${productName} · ${formatMoney(totalMinor, currency)} · ${statuses}`;
      return { kind: 'orders', id: shortId, label: buyerEmail ?? shortId, hint };
    }),
    ...customers.map(({ id, email, identity }) => ({
      kind: 'customers',
      id,
      label: email ?? identity ?? id,
      hint: email && identity ? identity : '',
    })),
    ...products.map(({ id, name }) => ({ kind: 'products', id: toShortId('PROD', id), label: name, hint: '' })),
    ...payments.map(({ id, status, amountMinor, currency }) => ({
      kind: 'payments',
      id: toShortId('PAY', id),
      label: formatMoney(amountMinor, currency),
      hint: paymentLabel(status),
    })),
  ];
  return Response.json({ found }, { headers });
}
