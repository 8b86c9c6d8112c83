import type { WebhookChannel } from '#server/webhooks/rules/webhook.ts';
import { Code, GuideSection, Inline, Paragraph, Points } from '../prose.tsx';

/** What becomes of a delivery. */
export function Retries({ pauses }: { pauses: readonly string[] }) {
  return (
    <GuideSection id="retries" title="Retries and order">
      <Points>
        <li>
          Any status from 200 to 299 within 10 seconds says that you have it. Keep the event and answer; do the work
          after.
        </li>
        <li>
          Anything else is tried again after {pauses.slice(0, -1).join(', ')} and {pauses.at(-1)}, give or take a tenth,
          then the delivery has failed. A <Code>Retry-After</Code> of up to a day is honored; 410 ends the tries at
          once. Redirects are not followed.
        </li>
        <li>
          The same delivery may come more than once: your answer may have been lost. Keep the <Code>id</Code> of what
          you have done, and do it once.
        </li>
        <li>
          Events of one order come one after the other, in the order in which they happened: a later one waits until the
          earlier one was taken, or has failed for good. Between orders there is no order.
        </li>
        <li>
          A webhook whose every try has failed for 3 days is paused, and the store’s owner gets an email. What happens
          meanwhile waits, and comes once it is resumed.
        </li>
        <li>
          Of your answer the first 16 KiB are kept; the dashboard and GraphQL (<Code>webhookDeliveries</Code>) show each
          try of the last 30 days. Any delivery can be sent again.
        </li>
      </Points>
    </GuideSection>
  );
}

/** Chats that are told of events. */
export function Chats({ channels }: { channels: Readonly<Record<Exclude<WebhookChannel, 'http'>, string>> }) {
  return (
    <GuideSection id="chats" title="Chats">
      <Paragraph>
        The other channels write to a chat, in its own form: what happened, in which store, what it is about, how much
        it was and who the buyer is, with a link to the order in the dashboard. There is no signature; the address
        itself is the secret. In test, <Code>[Test]</Code> stands before it.
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

/** How to try a receiver out before there are buyers. */
export function Trying() {
  return (
    <GuideSection id="trying" title="Trying it out">
      <Points>
        <li>
          In the test environment, pay with a <a href="/docs#test-cards">test card</a>, and let months go by with a{' '}
          <a href="/docs/test-clock">test clock</a>: renewals, failures and refunds are told like real ones, signed with
          the test key.
        </li>
        <li>From the dashboard, send a sample of any event to a webhook.</li>
        <li>
          Turn chaos mode on for a test webhook: a share of its deliveries comes twice, late, out of order or not at
          all. A receiver that gets through that gets through anything.
        </li>
        <li>
          To receive on your own machine, where this service is on the internet, use a tunnel; where both are on your
          machine, the operator sets <Code>WEBHOOK_PRIVATE_ADDRESSES=on</Code>.
        </li>
      </Points>
    </GuideSection>
  );
}
