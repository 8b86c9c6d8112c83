import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { Time } from '#components/ui/time.tsx';
import type { WebhookChannel } from '#server/webhooks/rules/webhook.ts';
import { durationText } from '../requests/request-words.ts';
import type { HealthFacts } from './health.tsx';
import { channels, shareText } from './webhook-words.ts';

interface WebhookFactsProps {
  facts: HealthFacts;
  channel: WebhookChannel;
  /** The URL without secrets. */
  address: string;
  events: readonly string[];
  hasSecret: boolean;
  createdAt: Date;
}

/** A webhook's health, address and events. */
export function WebhookFacts({ facts, channel, address, events, hasSecret, createdAt }: WebhookFactsProps) {
  const { attempted, arrived, medianMs, waiting } = facts;
  return (
    <DefinitionList>
      <Definition term="Last 24 hours">
        {attempted > 0
          ? `${shareText(arrived, attempted)} delivered (${arrived.toLocaleString('en')} of ${attempted.toLocaleString('en')})`
          : 'No deliveries'}
      </Definition>
      {medianMs !== null && <Definition term="Median duration">{durationText(Math.round(medianMs))}</Definition>}
      <Definition term="Pending">{waiting.toLocaleString('en')}</Definition>
      <Definition term="Channel">{channels[channel].name}</Definition>
      <Definition term="URL">
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
