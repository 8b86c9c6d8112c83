import type { WebhookChannel } from '#server/webhooks/rules/webhook.ts';
import { Code, GuideSection, Inline, Paragraph, Points } from '../prose.tsx';

/** Explains retries, ordering and duplicates. */
export function Retries({ pauses }: { pauses: readonly string[] }) {
  return (
    <GuideSection id="retries" title="Retries and ordering">
      <Points>
        <li>Respond with a 2xx status within 10 seconds. Store the event, respond, and process it afterwards.</li>
        <li>
          Any other outcome is retried after {pauses.slice(0, -1).join(', ')} and {pauses.at(-1)} (±10%). After that,
          the delivery has failed. <Code>Retry-After</Code> is respected up to one day. A 410 response stops retries.
          Redirects are not followed.
        </li>
        <li>
          A delivery can arrive more than once, for example if your response was lost. Store each processed{' '}
          <Code>id</Code> and skip duplicates.
        </li>
        <li>
          Events of one order are sent in sequence. An event waits until the previous one was delivered or has failed
          permanently. Events of different orders have no guaranteed order.
        </li>
        <li>
          A webhook that has failed for 3 days is paused, and the store owner is notified by email. New events are
          queued and sent when the webhook is resumed.
        </li>
        <li>
          The first 16 KiB of your response are stored. The dashboard and GraphQL (<Code>webhookDeliveries</Code>) list
          all attempts from the last 30 days. You can resend any delivery.
        </li>
      </Points>
    </GuideSection>
  );
}

/** Explains the chat channels. */
export function Chats({ channels }: { channels: Readonly<Record<Exclude<WebhookChannel, 'http'>, string>> }) {
  return (
    <GuideSection id="chats" title="Chat channels">
      <Paragraph>
        The other channels post a message to a chat with the event, store, product, amount and customer, and a link to
        the order in the dashboard. Messages are not signed; keep the URL secret. Test messages start with{' '}
        <Code>[Test]</Code>.
      </Paragraph>
      <Points>
        {Object.entries(channels).map(([channel, text]) => (
          <li key={channel}>
            <Code>{channel}</Code>: <Inline text={text} />
          </li>
        ))}
      </Points>
    </GuideSection>
  );
}

/** Explains how to test a receiver. */
export function Trying() {
  return (
    <GuideSection id="trying" title="Testing">
      <Points>
        <li>
          In the test environment, pay with a <a href="/docs#test-cards">test card</a> and advance a{' '}
          <a href="/docs/test-clock">test clock</a>. Renewals, failed payments and refunds send real webhooks, signed
          with the test key.
        </li>
        <li>Send a sample of any event from the dashboard.</li>
        <li>Turn on chaos mode for a test webhook to duplicate, delay, reorder or drop a share of its deliveries.</li>
        <li>
          To receive webhooks on your machine from a remote server, use a tunnel. If the server also runs on your
          machine, set <Code>WEBHOOK_PRIVATE_ADDRESSES=on</Code>.
        </li>
      </Points>
    </GuideSection>
  );
}
