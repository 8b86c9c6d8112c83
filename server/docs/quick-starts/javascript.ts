export const javascriptQuickStart = (baseUrl: string): string => `import { createHash, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';

const { merchantId, storeId, keys } = JSON.parse(readFileSync('merchant.json', 'utf8'));

async function call(action, input) {
  const path = \`/v1/actions/\${action}\`;
  const body = JSON.stringify(input);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const bodyHash = createHash('sha256').update(body).digest('base64');
  const canonicalRequest = ['POST', path, timestamp, bodyHash].join('\\n');
  const signature = sign('RSA-SHA256', Buffer.from(canonicalRequest), keys.test.privateKey);
  const response = await fetch('${baseUrl}' + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Merchant-Id': merchantId,
      'X-Timestamp': timestamp,
      'X-Signature': signature.toString('base64'),
    },
    body,
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(\`\${response.status} \${errors[0].message}\`);
  return data;
}

const { product } = await call('onetime-product/create-product', {
  storeId,
  name: 'Espresso at Home',
  prices: { USD: { amount: '29.00' } },
});
const { checkoutUrl } = await call('checkout/create-session', {
  storeId,
  productId: product.id,
  currency: 'USD',
});
console.log(checkoutUrl);
`;
