import { Alert } from '#components/ui/alert.tsx';
import { Link } from '#components/ui/link.tsx';

/** Marks the figures of a store whose prod payments are the sandbox's, or were before it sold for real. */
export function PlayMoney({ isAll, base }: { isAll: boolean; base: string }) {
  return (
    <Alert
      tone="danger"
      role="note"
      title={isAll ? 'No money moved: these are payments of the sandbox' : 'Some of these payments were the sandbox’s'}
    >
      <code>provider: "sandbox"</code>{' '}
      {isAll
        ? 'marks them in webhooks, GraphQL and exports.'
        : 'marks them in webhooks, GraphQL and exports. The figures below count them, too.'}{' '}
      They are not in the <Link href={`${base}/balances`}>balances</Link>: nothing is held or owed for them.
    </Alert>
  );
}
