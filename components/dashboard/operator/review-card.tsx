import { Badge } from '#components/ui/badge.tsx';
import { Card } from '#components/ui/card.tsx';
import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { Time } from '#components/ui/time.tsx';
import type { QueueEntry } from '#server/stores/reviews.ts';
import { BusinessDetails } from '../verification/business-details.tsx';
import { DecideButtons } from './decide-buttons.tsx';

const kindNames = { ticket: 'Business', email: 'Sender email', domain: 'Sender domain' } as const;

const nameOf = (entry: QueueEntry): string =>
  entry.kind === 'ticket' ? entry.details.legalName : entry.kind === 'email' ? entry.email : entry.domain;

/** A pending request with the details needed to decide. */
export function ReviewCard({ entry }: { entry: QueueEntry }) {
  const name = nameOf(entry);
  return (
    <Card className="flex flex-col gap-4 p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="font-semibold wrap-anywhere">{name}</h2>
        <Badge>{kindNames[entry.kind]}</Badge>
      </div>
      <DefinitionList>
        <Definition term="Submitted">
          <Time value={entry.createdAt} />
        </Definition>
        <Definition term="Store">
          {entry.store.name} <span className="text-muted">({entry.store.slug})</span>
        </Definition>
        <Definition term="Account">
          {entry.owner.name}, <span className="break-all">{entry.owner.email}</span>
        </Definition>
        {entry.kind === 'email' && <Definition term="Verified by">Emailed code</Definition>}
        {entry.kind === 'domain' && <Definition term="Verified by">DNS record</Definition>}
      </DefinitionList>
      {entry.kind === 'ticket' && (
        <div className="border-t border-border pt-4">
          <BusinessDetails details={entry.details} />
        </div>
      )}
      <DecideButtons kind={entry.kind} id={entry.id} name={name} store={entry.store.name} />
    </Card>
  );
}
