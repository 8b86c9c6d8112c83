import { Badge } from '#components/ui/badge.tsx';
import { Cell, Row, Table } from '#components/ui/table.tsx';
import { Time } from '#components/ui/time.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { DeleteKeyButton } from './delete-key-button.tsx';

export interface KeyLine {
  readonly id: string;
  readonly nickname: string;
  readonly environment: Environment;
  readonly fingerprint: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** A merchant's API keys. */
export function KeyTable({ keys }: { keys: readonly KeyLine[] }) {
  return (
    <Table caption="API keys" head={['Nickname', 'Mode', 'Fingerprint', 'Created', 'Last used', { hidden: 'Delete' }]}>
      {keys.map(({ id, nickname, environment, fingerprint, createdAt, lastUsedAt }) => (
        <Row key={id}>
          <Cell className="font-medium break-words max-md:pe-12 max-md:text-base">{nickname}</Cell>
          <Cell label="Mode">
            <Badge tone={environment === 'test' ? 'test' : 'success'}>{environment === 'test' ? 'Test' : 'Live'}</Badge>
          </Cell>
          <Cell label="Fingerprint">
            <code className="font-mono text-xs break-all" title={fingerprint}>
              {fingerprint.slice(0, 19)}…
            </code>
          </Cell>
          <Cell label="Created" className="text-muted">
            <Time value={createdAt} dateOnly />
          </Cell>
          <Cell label="Last used" className="text-muted">
            {lastUsedAt ? <Time value={lastUsedAt} /> : 'Never'}
          </Cell>
          <Cell className="text-end max-md:absolute max-md:end-2 max-md:top-1.5">
            <DeleteKeyButton id={id} nickname={nickname} environment={environment} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
