'use client';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import type { ProductType } from '#server/catalog/rules/product.ts';

export interface ExampleIds {
  /** The file name of the downloaded private key. */
  readonly keyFile: string;
  readonly appUrl: string;
  readonly merchantId: string;
  readonly storeId: string;
  readonly productId: string;
  readonly productType: ProductType;
  readonly currency: string;
}

/** A signed call with the store's own IDs, ready to run beside the downloaded key. */
export function SigningExample(ids: ExampleIds) {
  return (
    <Tabs
      label="Language"
      tabs={[
        {
          value: 'typescript',
          label: 'TypeScript',
          content: <Code text={typescript(ids)} label="TypeScript example" />,
        },
        { value: 'shell', label: 'Shell', content: <Code text={shell(ids)} label="shell example" /> },
      ]}
    />
  );
}

function Code({ text, label }: { text: string; label: string }) {
  return (
    <div className="relative">
      <CodeBlock text={text} label={label} />
      <CopyButton value={text} label={label} compact className="absolute! end-2 top-2 bg-sunken" />
    </div>
  );
}

const path = '/v1/actions/checkout/create-session';

const bodyOf = ({ storeId, productId, productType, currency }: ExampleIds) => ({
  storeId,
  productId,
  productType,
  currency,
});

const typescript = (ids: ExampleIds): string => `import { createHash, createSign } from 'node:crypto';
import { readFileSync } from 'node:fs';

const privateKey = readFileSync('${ids.keyFile}', 'utf8');
const path = '${path}';
const body = JSON.stringify({
${Object.entries(bodyOf(ids))
  .map(([name, value]) => `  ${name}: '${value}',`)
  .join('\n')}
});

const timestamp = String(Math.floor(Date.now() / 1000));
const bodyHash = createHash('sha256').update(body).digest('base64');
const signature = createSign('RSA-SHA256')
  .update(['POST', path, timestamp, bodyHash].join('\\n'))
  .sign(privateKey, 'base64');

const response = await fetch('${ids.appUrl}' + path, {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    'X-Merchant-Id': '${ids.merchantId}',
    'X-Timestamp': timestamp,
    'X-Signature': signature,
  },
  body,
});
console.log(await response.json());
`;

const shell = (ids: ExampleIds): string => `path=${path}
body='${JSON.stringify(bodyOf(ids))}'
timestamp=$(date +%s)
hash=$(printf %s "$body" | openssl dgst -sha256 -binary | openssl base64 -A)
signature=$(printf 'POST\\n%s\\n%s\\n%s' "$path" "$timestamp" "$hash" |
  openssl dgst -sha256 -sign ${ids.keyFile} | openssl base64 -A)

curl "${ids.appUrl}$path" \\
  -H 'Content-Type: application/json' \\
  -H 'X-Merchant-Id: ${ids.merchantId}' \\
  -H "X-Timestamp: $timestamp" \\
  -H "X-Signature: $signature" \\
  -d "$body"
`;
