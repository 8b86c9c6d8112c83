import type { ReceiverExample } from '#server/docs/webhook-receivers.ts';
import { CodeSample } from '../code-sample.tsx';
import { ExampleTabs } from '../example-tabs.tsx';
import { Code, GuideSection, Paragraph, Points } from '../prose.tsx';

interface VerifyingProps {
  receivers: readonly ReceiverExample[];
  secrets: readonly Pick<ReceiverExample, 'language' | 'label' | 'code'>[];
}

/** Explains how to verify a webhook's signature. */
export function Verifying({ receivers, secrets }: VerifyingProps) {
  return (
    <GuideSection id="verifying" title="Verify signatures">
      <Paragraph>
        Verify each request, because anyone can send requests to your receiver. Every attempt is signed with RSA-SHA256
        (PKCS#1 v1.5) over the timestamp, a period and the body: <Code>{'<t>.<body>'}</Code>.
      </Paragraph>
      <CodeSample
        text={'X-Webhook-Signature: t=<Unix time in milliseconds>,v1=<Base64 of the signature>'}
        label="signature format"
      />
      <Points>
        <li>
          Use the raw bytes of the body. Parsing and serializing the JSON, or trimming the body, changes the bytes.
        </li>
        <li>
          Look up the key with the ID in <Code>X-Webhook-Key-Id</Code> among the <a href="#keys">published keys</a> of
          the expected environment. Do not accept any other key.
        </li>
        <li>
          Reject requests older than 5 minutes to prevent replay attacks. Each retry has a new timestamp and signature.
        </li>
        <li>
          Check <Code>storeId</Code>. The key belongs to the server and also signs the events of other stores.
        </li>
      </Points>
      <Paragraph>
        These are complete receivers for the test environment. Replace the store ID, and use <Code>prod</Code> in
        production. Their dependencies are listed in the first lines. Node 22.18 or newer runs TypeScript directly. The
        shell script verifies one saved request.
      </Paragraph>
      <ExampleTabs
        name="receiver"
        label="webhook receiver"
        samples={receivers.map(({ language, label, code }) => ({ value: `receiver-${language}`, label, code }))}
      />
      <ul className="flex max-w-prose list-none flex-col gap-1.5">
        {receivers.map(({ language, label, file, run }) => (
          <li key={language}>
            {label}: save as <Code>{file}</Code> and run <Code>{run}</Code>.
          </li>
        ))}
      </ul>
      <h3 id="secret" className="mt-2 scroll-mt-16 font-semibold">
        Verify with a shared secret
      </h3>
      <Paragraph>
        If a webhook has a <Code>secret</Code>, requests also carry the headers of{' '}
        <a href="https://www.standardwebhooks.com">Standard Webhooks</a>: <Code>webhook-id</Code>,{' '}
        <Code>webhook-timestamp</Code> and <Code>webhook-signature</Code>. Its libraries verify them with the secret.
        The bytes of a secret that starts with <Code>whsec_</Code> are the Base64 after it. Any other secret is the key
        itself (format <Code>raw</Code>).
      </Paragraph>
      <Paragraph>
        Without a library, compare <Code>X-Webhook-Secret-Signature</Code>: the HMAC-SHA256 of the same text as above,
        in hex. It proves that the event was sent to this webhook. The secret is never sent. Compare in constant time:
      </Paragraph>
      <ExampleTabs
        name="secret"
        label="secret verification"
        samples={secrets.map(({ language, label, code }) => ({ value: `receiver-${language}`, label, code }))}
      />
    </GuideSection>
  );
}

/** Explains where to find the public keys. */
export function Keys({ baseUrl }: { baseUrl: string }) {
  return (
    <GuideSection id="keys" title="Public keys">
      <Paragraph>
        <a href="/v1/webhook-keys">
          <Code>GET /v1/webhook-keys</Code>
        </a>{' '}
        returns the published keys of both environments as PEM and as JSON Web Keys. Add <Code>?environment=</Code> to
        limit it to one. Plain documents for libraries:
      </Paragraph>
      <CodeSample text={`${baseUrl}/v1/webhook-keys?format=jwks&environment=prod`} label="key set URL" />
      <CodeSample text={`${baseUrl}/v1/webhook-keys?format=pem&environment=prod`} label="PEM keys URL" />
      <Points>
        <li>
          Keys rotate. A new key is published a day before its first use, and an old key remains published for a day.
          Receivers that refresh keys every few minutes, like the examples above, need no changes.
        </li>
        <li>A compromised key is removed immediately. Do not cache keys for more than a few minutes.</li>
        <li>Each environment has separate keys, so a test event is never accepted as a live one.</li>
      </Points>
    </GuideSection>
  );
}
