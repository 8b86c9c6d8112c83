import type { Environment } from '../../../server/domain/environments.ts';
import { Badge } from '../../ui/badge.tsx';
import { Time } from '../../ui/time.tsx';

export interface VersionLine {
  readonly id: string;
  readonly environment: Environment;
  readonly number: number;
  readonly name: string;
  /** Ready to read. */
  readonly prices: readonly string[];
  readonly isCurrent: boolean;
  readonly createdAt: Date;
}

/** A product's versions. They never change: an order keeps the one it was made with. */
export function VersionList({ versions }: { versions: readonly VersionLine[] }) {
  return (
    <ul className="divide-y divide-border">
      {versions.map(({ id, environment, number, name, prices, isCurrent, createdAt }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-sm sm:px-5">
          <Badge tone={environment === 'test' ? 'test' : 'success'}>{environment === 'test' ? 'Test' : 'Prod'}</Badge>
          <span className="font-medium">Version {number}</span>
          {isCurrent && <Badge>Current</Badge>}
          <span className="min-w-0 break-words text-muted max-sm:basis-full sm:flex-1">
            {name}, {prices.join(' · ')}
          </span>
          <span className="text-muted">
            <Time value={createdAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
