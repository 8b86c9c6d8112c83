import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import type { Origin } from '#server/events/rules/event.ts';

/** An entry in the list. */
export interface AuditLine {
  readonly id: string;
  readonly type: string;
  readonly description: string;
  /** The type of the changed object. */
  readonly object: string;
  readonly objectId: string;
  readonly objectHref: string | null;
  readonly actor: string;
  readonly from: Origin | null;
  /** Real time. */
  readonly at: Date;
  /** The time on the store's test clock, if it differs. */
  readonly storeTime: Date | null;
  readonly position: number | null;
}

const columns: readonly Column<AuditLine>[] = [
  { head: 'Event', cell: ({ description }) => description },
  {
    head: 'Object',
    className: 'text-muted',
    cell: ({ object, objectId }) => (
      <>
        {object} <code className="font-mono text-xs wrap-anywhere">{objectId}</code>
      </>
    ),
  },
  { head: 'Actor', className: 'wrap-anywhere', cell: ({ actor }) => actor },
  {
    head: 'IP',
    className: 'text-muted',
    cell: ({ from }) => {
      const origin = from?.address ?? from?.user;
      return origin ? <code className="font-mono text-xs wrap-anywhere">{origin}</code> : null;
    },
  },
  {
    head: 'Time',
    className: 'text-muted',
    cell: ({ at, storeTime }) => (
      <>
        <Time value={at} />
        {storeTime && (
          <span className="block text-xs">
            test clock: <Time value={storeTime} />
          </span>
        )}
      </>
    ),
  },
];

/** Entries, newest first. Each row links to its entry. */
export const AuditTable = ({ lines, base }: { lines: readonly AuditLine[]; base: string }) => (
  <DataTable
    caption="Audit log"
    columns={columns}
    lines={lines}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => `${base}/audit/${id}`}
  />
);
