import { TriangleAlert } from 'lucide-react';
import { Link } from '#components/ui/link.tsx';

/** The banner on live pages of a store that cannot take real payments, with the reason. */
export function LiveBand({ provider, href }: { provider: 'sandbox' | null; href: string }) {
  return (
    <section aria-label="Live payments" className="border-b border-border bg-danger-soft text-text">
      <div className="mx-auto flex max-w-6xl items-center gap-2 px-4 py-1 text-sm sm:px-6">
        <TriangleAlert className="size-4 shrink-0 text-danger-text" aria-hidden />
        <p className="min-w-0">
          {provider === 'sandbox' ? (
            <>
              <strong className="font-semibold">Sandbox payments.</strong> Live payments are simulated. No money moves.
            </>
          ) : (
            <>
              <strong className="font-semibold">No payment provider.</strong> Live checkouts are unavailable.
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
