/** The connection to Counterfoil. Imported by route handlers only: the private key stays on the server. */
import { readFileSync } from 'node:fs';
import { createClient, webhookKeys } from '@counterfoil/client';

const baseUrl = setting('COUNTERFOIL_URL');

export const client = createClient({
  baseUrl,
  merchantId: setting('COUNTERFOIL_MERCHANT_ID'),
  privateKey: readFileSync(process.env.COUNTERFOIL_PRIVATE_KEY_FILE ?? 'test-key.pem', 'utf8'),
});

export const publicKeys = webhookKeys({ baseUrl, environment: 'test' });
export const storeId = setting('COUNTERFOIL_STORE_ID');
export const productId = setting('COUNTERFOIL_PRODUCT_ID');

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}
