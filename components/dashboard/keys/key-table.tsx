import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { Cell, Row, Table } from '#components/ui/table.tsx';
import { Time } from '#components/ui/time.tsx';
import type { Environment } from '#server/domain/environments.ts';
import type { ShownAccess } from './access-fields.tsx';
import { DeleteKeyButton } from './delete-key-button.tsx';
import { EditKeyButton } from './edit-key-button.tsx';
import { scopeWords } from './key-words.ts';

export interface KeyLine extends ShownAccess {
  readonly id: string;
  readonly nickname: string;
  readonly environment: Environment;
  readonly fingerprint: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly lastUsedAddress: string | null;
  readonly expiry: 'past' | 'near' | 'far';
}

const head = ['Key', 'Mode', 'Access', 'Expires', 'Last used', { hidden: 'Actions' }];
const maxNetworksShown = 2;

/** A merchant's API keys. */
export function KeyTable({ keys }: { keys: readonly KeyLine[] }) {
  return (
    <Table caption="API keys" head={head}>
      {keys.map((key) => {
        const { id, nickname, environment, fingerprint, createdAt, lastUsedAt, lastUsedAddress } = key;
        const { scopes, networks, expiresAt } = key;
        return (
          <Row key={id}>
            <Cell className="max-md:pe-24">
              <div className="min-w-0">
                <p className="font-medium wrap-anywhere max-md:text-base">{nickname}</p>
                <Detail title={fingerprint}>{fingerprint.slice(0, 15)}…</Detail>
                <p className="text-xs text-muted">
                  Created <Time value={createdAt} dateOnly />
                </p>
              </div>
            </Cell>
            <Cell label="Mode">
              <Badge tone={environment === 'test' ? 'test' : 'success'}>
                {environment === 'test' ? 'Test' : 'Live'}
              </Badge>
            </Cell>
            <Cell label="Access">
              {scopes === null ? 'Full access' : scopes.map((scope) => scopeWords[scope].name).join(', ')}
              {networks && <Networks networks={networks} />}
            </Cell>
            <Cell label="Expires" className="text-muted">
              {expiresAt === null ? 'Never' : <Expiry expiry={key.expiry} expiresAt={expiresAt} />}
            </Cell>
            <Cell label="Last used" className="text-muted">
              {lastUsedAt ? <Time value={lastUsedAt} /> : 'Never'}
              {lastUsedAddress && <Detail>{lastUsedAddress}</Detail>}
            </Cell>
            <Cell className="max-md:absolute max-md:end-2 max-md:top-1.5 max-md:gap-0">
              <div className="flex justify-end md:max-xl:flex-col">
                <EditKeyButton
                  id={id}
                  nickname={nickname}
                  environment={environment}
                  access={{ scopes, networks, expiresAt }}
                />
                <DeleteKeyButton id={id} nickname={nickname} environment={environment} />
              </div>
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}

const Detail = ({ title, children }: { title?: string; children: ReactNode }) => (
  <span className="block font-mono text-xs break-all text-muted" title={title}>
    {children}
  </span>
);

function Networks({ networks }: { networks: readonly string[] }) {
  const rest = networks.length - maxNetworksShown;
  return (
    <span className="block text-xs text-muted">
      From{' '}
      {networks.slice(0, maxNetworksShown).map((network, index) => (
        <span key={network}>
          {index > 0 && ' '}
          <span className="inline-block font-mono break-all">
            {network}
            {index + 1 < Math.min(networks.length, maxNetworksShown) && ','}
          </span>
        </span>
      ))}
      {rest > 0 && ` and ${rest} more`}
    </span>
  );
}

const Expiry = ({ expiry, expiresAt }: { expiry: KeyLine['expiry']; expiresAt: Date }) => (
  <>
    {expiry === 'past' && (
      <Badge tone="danger" className="me-1.5">
        Expired
      </Badge>
    )}
    {expiry === 'near' && (
      <Badge tone="warning" className="me-1.5">
        Expires soon
      </Badge>
    )}
    <Time value={expiresAt} dateOnly={expiry !== 'near'} />
  </>
);
