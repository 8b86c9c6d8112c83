import { ChevronLeft, ChevronRight } from 'lucide-react';
import { ButtonLink } from '#components/ui/button.tsx';
import { usePage } from '../page/page-context.tsx';
import { usePortalAddress } from './use-portal-address.ts';

/** Pagination. Renders nothing for a single page. */
export function OrderPages({ page, pages }: { page: number; pages: number }) {
  const { say } = usePage();
  const address = usePortalAddress();
  if (pages === 1) return null;
  const to = (number: number) => address('', number === 1 ? {} : { page: String(number) });
  return (
    <nav aria-label={say('portal.orders.pages')} className="mt-5 flex flex-wrap items-center justify-between gap-3">
      <span className="text-sm text-muted">{say('portal.orders.page', { page, pages })}</span>
      <span className="flex gap-2">
        {page > 1 && (
          <ButtonLink href={to(page - 1)} rel="prev">
            <ChevronLeft className="size-4 rtl:rotate-180" aria-hidden />
            {say('portal.orders.newer')}
          </ButtonLink>
        )}
        {page < pages && (
          <ButtonLink href={to(page + 1)} rel="next">
            {say('portal.orders.older')}
            <ChevronRight className="size-4 rtl:rotate-180" aria-hidden />
          </ButtonLink>
        )}
      </span>
    </nav>
  );
}
