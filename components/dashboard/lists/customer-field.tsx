import { Link } from '#components/ui/link.tsx';

/** Whose orders or payments are listed. */
export interface OneCustomer {
  readonly id: string;
  readonly name: string;
  readonly href: string;
}

/** Says that a list is one customer's, and keeps it so while it is filtered further. */
export const CustomerField = ({ id, name, href }: OneCustomer) => (
  <p className="col-span-full text-sm">
    Only those of{' '}
    <Link href={href} className="text-link underline underline-offset-2 wrap-anywhere">
      {name}
    </Link>
    <input type="hidden" name="customer" value={id} />
  </p>
);
