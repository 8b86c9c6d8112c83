import { TriangleAlert } from 'lucide-react';
import { Link } from '#components/ui/link.tsx';

/** Says on every prod page of a store that does not sell for real money there why it does not. */
export function LiveBand({ provider, href }: { provider: 'sandbox' | null; href: string }) {
  return (
    <section aria-label="Payments in prod" className="border-b border-border bg-danger-soft text-text">
      <div className="mx-auto flex max-w-6xl items-center gap-2 px-4 py-1 text-sm sm:px-6">
        <TriangleAlert className="size-4 shrink-0 text-danger-text" aria-hidden />
        <p className="min-w-0">
          {provider === 'sandbox' ? (
            <>
              <strong className="font-semibold">Sandbox in prod.</strong> Payments are a demonstration: no money moves.
            </>
          ) : (
            <>
              <strong className="font-semibold">No payment provider.</strong> Nothing can be sold in prod.
            </>
          )}
        </p>
        <Link
          href={href}
          className="ms-auto inline-flex min-h-11 shrink-0 items-center font-medium text-link underline underline-offset-2 sm:min-h-8"
        >
          Payment provider
        </Link>
      </div>
    </section>
  );
}
