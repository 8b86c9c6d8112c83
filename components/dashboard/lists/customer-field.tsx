import { Link } from '#components/ui/link.tsx';

/** The customer whose orders or payments are listed. */
export interface OneCustomer {
  readonly id: string;
  readonly name: string;
  readonly href: string;
}

/** Shows the customer whose rows are listed and keeps that filter when others change. */
export const CustomerField = ({ id, name, href }: OneCustomer) => (
  <p className="col-span-full text-sm">
    Customer:{' '}
    <Link href={href} className="text-link underline underline-offset-2 wrap-anywhere">
      {name}
    </Link>
    <input type="hidden" name="customer" value={id} />
  </p>
);
