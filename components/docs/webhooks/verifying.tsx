import type { ReceiverExample } from '#server/docs/webhook-receivers.ts';
import { CodeSample } from '../code-sample.tsx';
import { ExampleTabs } from '../example-tabs.tsx';
import { Code, GuideSection, Paragraph, Points } from '../prose.tsx';

interface VerifyingProps {
  receivers: readonly ReceiverExample[];
  secrets: readonly Pick<ReceiverExample, 'language' | 'label' | 'code'>[];
}

/** How to know that a request is what it says. */
export function Verifying({ receivers, secrets }: VerifyingProps) {
  return (
    <GuideSection id="verifying" title="Verifying the signature">
      <Paragraph>
        Anybody can post to your receiver. What comes from here is signed, anew for every try, with RSA-SHA256 (PKCS#1
        v1.5) over the time, a full stop and the body: <Code>{'<t>.<body>'}</Code>.
      </Paragraph>
      <CodeSample
        text={'X-Webhook-Signature: t=<Unix time in milliseconds>,v1=<Base64 of the signature>'}
        label="the form of a signature"
      />
      <Points>
        <li>
          Take the body as the bytes that came. JSON that was read and written again is other bytes, and so is a body
          that a framework has trimmed.
        </li>
        <li>
          Take the key that <Code>X-Webhook-Key-Id</Code> names from the <a href="#keys">published ones</a> of the
          environment you expect, and no key from anywhere else.
        </li>
        <li>
          Refuse what is more than 5 minutes old: somebody may have kept it. A retry has a time, and a signature, of its
          own.
        </li>
        <li>
          Check <Code>storeId</Code>. The key is this service’s, not yours: other stores’ events are signed with it too.
        </li>
      </Points>
      <Paragraph>
        Whole receivers, for the test environment; put in your store’s id, and <Code>prod</Code> for the real one. They
        need nothing but what is named in their first lines. TypeScript is run by Node 22.18 or newer as it is; the
        shell script checks one request whose headers and body you have saved.
      </Paragraph>
      <ExampleTabs
        name="receiver"
        label="a receiver"
        samples={receivers.map(({ language, label, code }) => ({ value: `receiver-${language}`, label, code }))}
      />
      <ul className="flex max-w-prose list-none flex-col gap-1.5">
        {receivers.map(({ language, label, file, run }) => (
          <li key={language}>
            {label}: save it as <Code>{file}</Code>, then <Code>{run}</Code>.
          </li>
        ))}
      </ul>
      <h3 id="secret" className="mt-2 scroll-mt-16 font-semibold">
        With a secret of your own
      </h3>
      <Paragraph>
        A webhook may have a <Code>secret</Code> that only you and this service know. Then there is one more header,{' '}
        <Code>X-Webhook-Secret-Signature</Code>: the HMAC-SHA256 of the same text, in hex. It says that the event is
        meant for this very webhook. The secret itself is never sent. Compare in constant time:
      </Paragraph>
      <ExampleTabs
        name="secret"
        label="the check of a secret"
        samples={secrets.map(({ language, label, code }) => ({ value: `receiver-${language}`, label, code }))}
      />
    </GuideSection>
  );
}

/** Where the keys are. */
export function Keys({ baseUrl }: { baseUrl: string }) {
  return (
    <GuideSection id="keys" title="Keys">
      <Paragraph>
        <a href="/v1/webhook-keys">
          <Code>GET /v1/webhook-keys</Code>
        </a>{' '}
        gives the published keys of both environments, as PEM and as JSON Web Keys; <Code>?environment=</Code> gives
        those of one. Libraries that want the bare documents get them here:
      </Paragraph>
      <CodeSample text={`${baseUrl}/v1/webhook-keys?format=jwks&environment=prod`} label="the address of the key set" />
      <CodeSample text={`${baseUrl}/v1/webhook-keys?format=pem&environment=prod`} label="the address of the PEM keys" />
      <Points>
        <li>
          Keys change. A new one is published a day before it signs, an old one for a day after; ask again every few
          minutes, as the receivers above do, and you need to do nothing.
        </li>
        <li>
          A key that was stolen is published no more from one moment to the next. Keep no key longer than a few minutes
          without asking.
        </li>
        <li>The two environments have keys of their own: a test event never passes for a real one.</li>
      </Points>
    </GuideSection>
  );
}
