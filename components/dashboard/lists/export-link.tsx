import { Download } from 'lucide-react';
import { ButtonLink } from '#components/ui/button.tsx';

/** Downloads the filtered list as CSV. */
export const ExportLink = ({ href }: { href: string }) => (
  <ButtonLink href={href} download prefetch={false}>
    <Download className="size-4" aria-hidden />
    Export CSV
  </ButtonLink>
);
