import { Alert } from '#components/ui/alert.tsx';
import { Link } from '#components/ui/link.tsx';

/** Shown on live pages of a store whose business is not verified. */
export function NotEnabled({ base }: { base: string }) {
  return (
    <Alert tone="warning" role="note" title="Verify your business to accept live payments">
      Live checkout links are refused until then. You can publish products and create live keys now.{' '}
      <Link href={`${base}/verification`}>Go to verification</Link>
    </Alert>
  );
}
