/** A shop with Express: sells access to a page, verifies webhooks, and grants or withdraws the access. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createClient, verifyWebhook, WebhookVerificationError, webhookKeys } from '@counterfoil/client';
import express from 'express';

const {
  COUNTERFOIL_URL,
  COUNTERFOIL_MERCHANT_ID,
  COUNTERFOIL_STORE_ID,
  COUNTERFOIL_PRODUCT_ID,
  COUNTERFOIL_PRIVATE_KEY_FILE,
} = process.env;
const port = Number(process.env.PORT ?? 4000);
const shopUrl = process.env.SHOP_URL ?? `http://localhost:${port}`;

const client = createClient({
  baseUrl: COUNTERFOIL_URL,
  merchantId: COUNTERFOIL_MERCHANT_ID,
  privateKey: readFileSync(COUNTERFOIL_PRIVATE_KEY_FILE ?? 'test-key.pem', 'utf8'),
});
const publicKeys = webhookKeys({ baseUrl: COUNTERFOIL_URL, environment: 'test' });

/** The paid and refunded orders by ID. Use a table of your database instead: this map is empty after a restart. */
const orders = new Map();
const hasAccess = (visitor) => [...orders.values()].some((order) => order.visitor === visitor && !order.isRefunded);

/** The visitor's ID, from a cookie. Use the ID of your signed-in user instead. */
function visitorOf(request, response) {
  const known = /(?:^|; )visitor=([0-9a-f-]{36})/.exec(request.headers.cookie ?? '')?.[1];
  const visitor = known ?? randomUUID();
  if (!known)
    response.cookie('visitor', visitor, { httpOnly: true, sameSite: 'lax', secure: shopUrl.startsWith('https') });
  return visitor;
}

const page = (title, body) =>
  `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1>${body}</html>`;

const app = express();

app.get('/', (request, response) => {
  visitorOf(request, response);
  response.send(page('Members’ library', '<form method="post" action="/buy"><button>Buy access</button></form>'));
});

app.post('/buy', async (request, response) => {
  const { checkoutUrl } = await client.checkout.createSession({
    productId: COUNTERFOIL_PRODUCT_ID,
    currency: 'USD',
    successUrl: `${shopUrl}/members`,
    // Only an API key can set it, so the webhook can trust it. Metadata can come from a public checkout.
    orderMerchantExternalId: visitorOf(request, response),
  });
  response.redirect(303, checkoutUrl);
});

app.get('/members', (request, response) => {
  if (hasAccess(visitorOf(request, response))) return response.send(page('Welcome', '<p>You have access.</p>'));
  // The buyer can return before the webhook arrives.
  return response.status(402).set('Refresh', '1').send(page('Waiting for your payment', '<p><a href="/">Back</a></p>'));
});

// The signature covers the exact bytes, so the body must not be parsed before.
app.post('/webhooks', express.raw({ type: () => true }), async (request, response) => {
  const received = { headers: request.headers, body: request.body };
  const event = await verifyWebhook(received, { publicKeys, storeId: COUNTERFOIL_STORE_ID });
  const { orderId, orderMerchantExternalId: visitor } = event.data;
  // Deliveries can repeat and arrive in any order.
  if (event.eventType === 'order.completed' && !orders.has(orderId))
    orders.set(orderId, { visitor, isRefunded: false });
  if (event.eventType === 'refund.succeeded' && event.data.refundedAmount === event.data.originalChargedAmount)
    orders.set(orderId, { visitor, isRefunded: true });
  response.sendStatus(204);
});

// After 500 the server delivers the webhook again.
app.use((error, _request, response, _next) => {
  if (!(error instanceof WebhookVerificationError)) console.error(error);
  response.sendStatus(error instanceof WebhookVerificationError ? 400 : 500);
});

app.listen(port, () => console.log(`Open ${shopUrl}`));
