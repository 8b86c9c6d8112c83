import { type Column, DataTable } from '#components/ui/data-table.tsx';
import type { WebhookChannel } from '#server/webhooks/rules/webhook.ts';
import { type HealthFacts, HealthLine } from './health.tsx';
import { channels, countText } from './webhook-words.ts';

/** A webhook in the list. */
export interface WebhookLine {
  readonly id: string;
  readonly channel: WebhookChannel;
  readonly host: string;
  /** The URL's path; empty for a chat, whose URL is a secret. */
  readonly path: string;
  readonly events: readonly string[];
  readonly health: HealthFacts;
}

const columns: readonly Column<WebhookLine>[] = [
  {
    head: 'Receiver',
    className: 'wrap-anywhere',
    cell: ({ host, path }) => (
      <>
        {host}
        <span className="font-normal text-muted">{path}</span>
      </>
    ),
  },
  { head: 'Channel', className: 'text-muted', cell: ({ channel }) => channels[channel].name },
  {
    head: 'Events',
    className: 'text-muted',
    cell: ({ events: [first = '', ...others] }) =>
      others.length === 0 ? <code className="font-mono text-xs">{first}</code> : countText(others.length + 1, 'event'),
  },
  { head: 'Health', cell: ({ health }) => <HealthLine facts={health} /> },
];

/** A store's webhooks, oldest first. Each row links to its webhook. */
export const WebhookTable = ({ webhooks, base }: { webhooks: readonly WebhookLine[]; base: string }) => (
  <DataTable
    caption="Webhooks"
    columns={columns}
    lines={webhooks}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => `${base}/webhooks/${id}`}
  />
);
