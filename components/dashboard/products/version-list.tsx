import { Badge } from '#components/ui/badge.tsx';
import { Link } from '#components/ui/link.tsx';
import { Time } from '#components/ui/time.tsx';

export interface VersionLine {
  readonly number: number;
  readonly name: string;
  /** Formatted. */
  readonly prices: readonly string[];
  readonly isCurrent: boolean;
  readonly createdAt: Date;
  /** The comparison with the previous version; undefined for the first one. */
  readonly changesHref: string | undefined;
}

/** A product's newest versions. */
export const VersionList = ({ versions }: { versions: readonly VersionLine[] }) => (
  <ul className="divide-y divide-border">
    {versions.map(({ number, name, prices, isCurrent, createdAt, changesHref }) => (
      <li key={number} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-sm sm:px-5">
        <span className="font-medium">Version {number}</span>
        {isCurrent && <Badge>Current</Badge>}
        <span className="min-w-0 wrap-anywhere text-muted max-sm:basis-full sm:flex-1">
          {name}, {summarizePrices(prices)}
        </span>
        {changesHref && (
          <Link href={changesHref} className="text-link underline">
            Changes<span className="sr-only"> of version {number}</span>
          </Link>
        )}
        <span className="text-muted">
          <Time value={createdAt} />
        </span>
      </li>
    ))}
  </ul>
);

/** The first price and the number of further ones. */
export const summarizePrices = ([first = '', ...others]: readonly string[]): string =>
  others.length > 0 ? `${first} and ${others.length} more` : first;
