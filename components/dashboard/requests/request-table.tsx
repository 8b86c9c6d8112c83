import { Lightbulb, Repeat2 } from 'lucide-react';
import { Badge } from '#components/ui/badge.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { Time } from '#components/ui/time.tsx';
import { callName, durationText } from './request-words.ts';
import { StatusCode } from './status-code.tsx';

/** An API call in the list. */
export interface RequestLine {
  readonly id: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly replayed: boolean;
  readonly error: string | null;
  readonly hint: string | null;
  readonly createdAt: Date;
}

const columns: readonly Column<RequestLine>[] = [
  {
    head: 'Call',
    className: 'font-mono text-sm!',
    cell: ({ path, id }) => (
      <>
        {callName(path)}
        <span className="sr-only">(request {id})</span>
      </>
    ),
  },
  {
    head: 'Status',
    cell: ({ status, replayed }) => (
      <span className="flex flex-wrap gap-1.5 max-md:justify-end">
        <StatusCode status={status} />
        {replayed && (
          <Badge tone="info">
            <Repeat2 className="size-3" aria-hidden />
            Replayed
          </Badge>
        )}
      </span>
    ),
  },
  { head: 'Error', className: 'break-words md:max-w-md', cell: (call) => call.error && <Failure {...call} /> },
  {
    head: 'Duration',
    isNumber: true,
    className: 'text-muted',
    cell: ({ durationMs }) => durationText(durationMs),
  },
  { head: 'Time', className: 'text-muted', cell: ({ createdAt }) => <Time value={createdAt} /> },
];

const Failure = ({ error, hint }: RequestLine) => (
  <>
    {error}
    {hint && (
      <span className="mt-0.5 flex items-start gap-1 text-xs text-muted max-md:justify-end">
        <Lightbulb className="mt-0.5 size-3 shrink-0" aria-hidden />
        <span className="line-clamp-2">{hint}</span>
      </span>
    )}
  </>
);

/** API calls, newest first. Each row links to its call. */
export const RequestTable = ({ requests, base }: { requests: readonly RequestLine[]; base: string }) => (
  <DataTable
    caption="API calls"
    columns={columns}
    lines={requests}
    keyOf={({ id }) => id}
    hrefOf={({ id }) => `${base}/requests/${id}`}
  />
);
