import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import type { Origin } from '#server/events/rules/event.ts';

/** An entry as the list shows it. */
export interface AuditLine {
  readonly id: string;
  readonly type: string;
  readonly what: string;
  /** What kind of thing it was done to, and which. */
  readonly object: string;
  readonly objectId: string;
  readonly objectHref: string | null;
  readonly who: string;
  readonly from: Origin | null;
  /** In real time. */
  readonly at: Date;
  /** By the store's own clock, where that says another time. */
  readonly storeTime: Date | null;
  readonly position: number | null;
}

const columns: readonly Column<AuditLine>[] = [
  { head: 'What', cell: ({ what }) => what },
  {
    head: 'Of',
    className: 'text-muted',
    cell: ({ object, objectId }) => (
      <>
        {object} <code className="font-mono text-xs wrap-anywhere">{objectId}</code>
      </>
    ),
  },
  { head: 'Who', className: 'wrap-anywhere', cell: ({ who }) => who },
  {
    head: 'From',
    className: 'text-muted',
    cell: ({ from }) => {
      const place = from?.address ?? from?.user;
      return place ? <code className="font-mono text-xs wrap-anywhere">{place}</code> : null;
    },
  },
  {
    head: 'At',
    className: 'text-muted',
    cell: ({ at, storeTime }) => (
      <>
        <Time value={at} />
        {storeTime && (
          <span className="block text-xs">
            store’s clock: <Time value={storeTime} />
          </span>
        )}
      </>
    ),
  },
];

/** Entries, newest first. The whole row leads to the entry. */
export const AuditTable = ({ lines, base }: { lines: readonly AuditLine[]; base: string }) => (
  <DataTable
    caption="Entries of the audit log"
    columns={columns}
    lines={lines}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => `${base}/audit/${id}`}
  />
);
