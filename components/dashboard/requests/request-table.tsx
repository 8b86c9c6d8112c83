import { Lightbulb, Repeat2 } from 'lucide-react';
import Link from 'next/link';
import { Badge } from '../../ui/badge.tsx';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { callName, durationText } from './request-words.ts';
import { StatusCode } from './status-code.tsx';

/** A call as the list shows it. */
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

/** Calls, newest first. The whole row leads to the call. */
export function RequestTable({ requests, base }: { requests: readonly RequestLine[]; base: string }) {
  return (
    <Table caption="API calls" head={['Call', 'Status', 'Error', 'Took', 'At']}>
      {requests.map(({ id, path, status, durationMs, replayed, error, hint, createdAt }) => (
        <Row key={id} className="hover:bg-sunken">
          <Cell className="max-md:text-base">
            <Link
              href={`${base}/requests/${id}`}
              className="font-mono text-sm font-medium break-words after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
            >
              {callName(path)}
              <span className="sr-only">(request {id})</span>
            </Link>
          </Cell>
          <Cell label="Status">
            <span className="flex flex-wrap gap-1.5 max-md:justify-end">
              <StatusCode status={status} />
              {replayed && (
                <Badge tone="info">
                  <Repeat2 className="size-3" aria-hidden />
                  Replayed
                </Badge>
              )}
            </span>
          </Cell>
          <Cell label="Error" className={error ? 'break-words md:max-w-md' : 'max-md:hidden'}>
            {error}
            {hint && (
              <span className="mt-0.5 flex items-start gap-1 text-xs text-muted max-md:justify-end">
                <Lightbulb className="mt-0.5 size-3 shrink-0" aria-hidden />
                <span className="line-clamp-2">{hint}</span>
              </span>
            )}
          </Cell>
          <Cell label="Took" className="text-muted tabular-nums md:whitespace-nowrap">
            {durationText(durationMs)}
          </Cell>
          <Cell label="At" className="text-muted">
            <Time value={createdAt} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
