import { Cell, Row, Table } from '#components/ui/table.tsx';
import { Code, Inline } from './prose.tsx';

export interface ShownRefusal {
  readonly status: number;
  readonly message: string;
  readonly when: string;
  readonly layer: string;
  readonly code: string;
  readonly reason?: string;
}

/** A table of errors. */
export function RefusalTable({ caption, refusals }: { caption: string; refusals: readonly ShownRefusal[] }) {
  return (
    <div className="overflow-hidden rounded-card border border-border bg-surface">
      <Table caption={caption} head={['Status', 'Message', 'When']}>
        {refusals.map(({ status, message, when, code, reason }) => (
          <Row key={`${status} ${message}`}>
            <Cell className="font-mono text-xs max-md:font-semibold md:align-top">{status}</Cell>
            <Cell className="md:w-1/2 md:align-top">
              <span className="min-w-0">
                <Code>{message}</Code>
                <span className="mt-1 block text-xs text-muted">
                  code <Code>{code}</Code>
                  {reason && (
                    <>
                      , reason <Code>{reason}</Code>
                    </>
                  )}
                </span>
              </span>
            </Cell>
            <Cell className="text-muted md:align-top">
              <span className="min-w-0">
                <Inline text={when} />
              </span>
            </Cell>
          </Row>
        ))}
      </Table>
    </div>
  );
}
