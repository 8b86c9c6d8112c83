import { Alert } from '#components/ui/alert.tsx';
import { Link } from '#components/ui/link.tsx';

/** Warns that some or all live payments of the store are sandbox payments. */
export function SandboxNotice({ isAll, base }: { isAll: boolean; base: string }) {
  return (
    <Alert
      tone="danger"
      role="note"
      title={isAll ? 'Sandbox payments: no money moved' : 'Some of these payments are sandbox payments'}
    >
      <code>provider: "sandbox"</code>{' '}
      {isAll
        ? 'marks them in webhooks, GraphQL and exports.'
        : 'marks them in webhooks, GraphQL and exports. The figures below include them.'}{' '}
      They are not part of your <Link href={`${base}/balances`}>balance</Link>.
    </Alert>
  );
}
