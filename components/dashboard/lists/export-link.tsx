import { Download } from 'lucide-react';
import { ButtonLink } from '#components/ui/button.tsx';

/** All that the list's filter lets through, as a file. */
export const ExportLink = ({ href }: { href: string }) => (
  <ButtonLink href={href} download prefetch={false}>
    <Download className="size-4" aria-hidden />
    Export as CSV
  </ButtonLink>
);
