import { Alert } from '#components/ui/alert.tsx';
import { Link } from '#components/ui/link.tsx';

/** Stands on the pages of a store that cannot take real payments yet. */
export function NotEnabled({ base }: { base: string }) {
  return (
    <Alert tone="warning" role="note" title="This store cannot sell in prod yet">
      The business behind it has to be verified first: see{' '}
      <Link href={`${base}/verification`}>Business verification</Link>. You can publish products and make keys; checkout
      links are refused until then. Everything works in test.
    </Alert>
  );
}
