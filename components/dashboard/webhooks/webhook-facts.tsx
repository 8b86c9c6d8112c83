import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { Time } from '#components/ui/time.tsx';
import type { WebhookChannel } from '#server/webhooks/rules/webhook.ts';
import { durationText } from '../requests/request-words.ts';
import type { HealthFacts } from './health.tsx';
import { channels, shareText } from './webhook-words.ts';

interface WebhookFactsProps {
  facts: HealthFacts;
  channel: WebhookChannel;
  /** Without what lets somebody in. */
  address: string;
  events: readonly string[];
  hasSecret: boolean;
  createdAt: Date;
}

/** How a webhook fares, where it leads and what it hears of. */
export function WebhookFacts({ facts, channel, address, events, hasSecret, createdAt }: WebhookFactsProps) {
  const { tried, arrived, medianMs, waiting } = facts;
  return (
    <DefinitionList>
      <Definition term="Last 24 hours">
        {tried > 0
          ? `${shareText(arrived, tried)} arrived: ${arrived.toLocaleString('en')} of ${tried.toLocaleString('en')}`
          : 'Nothing was sent'}
      </Definition>
      {medianMs !== null && <Definition term="Median time">{durationText(Math.round(medianMs))}</Definition>}
      <Definition term="Waiting">{waiting.toLocaleString('en')}</Definition>
      <Definition term="Channel">{channels[channel].name}</Definition>
      <Definition term="Address">
        <code className="font-mono text-sm break-all">{address}</code>
      </Definition>
      <Definition term="Events">
        <ul className="flex flex-col gap-0.5">
          {events.map((event) => (
            <li key={event}>
              <code className="font-mono text-xs break-all">{event}</code>
            </li>
          ))}
        </ul>
      </Definition>
      <Definition term="Secret">{hasSecret ? 'Set' : 'None'}</Definition>
      <Definition term="Added">
        <Time value={createdAt} />
      </Definition>
    </DefinitionList>
  );
}
