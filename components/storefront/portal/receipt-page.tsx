import { clsx } from 'clsx';
import { FileDown } from 'lucide-react';
import { Alert } from '#components/ui/alert.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import type { RefundFact } from '#server/storefront/receipts/receipt-text.ts';
import type { PortalReceipt } from '#server/storefront/rendering/page.ts';
import { useSay } from '../page/page-context.tsx';
import { Sheet } from '../page/sheet.tsx';
import { BackLink } from './back-link.tsx';
import { usePortalAddress } from './use-portal-address.ts';

/** A receipt, with the same content as the PDF. */
export function ReceiptPage({ view }: { view: PortalReceipt }) {
  const say = useSay();
  const address = usePortalAddress();
  const { line } = view;
  return (
    <div className="mx-auto w-full max-w-2xl">
      <BackLink href={address(`/orders/${view.orderId}`)}>{say('portal.backToOrder')}</BackLink>
      <Sheet className="flex flex-col gap-7">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-xl font-semibold tracking-tight">{view.title}</h1>
          <ButtonLink href={address(`/receipts/${view.number}.pdf`)} className="print:hidden">
            <FileDown className="size-4" aria-hidden />
            {say('portal.receipt.pdf')}
          </ButtonLink>
        </div>
        {view.warning && (
          <Alert tone="warning" role="note">
            {view.warning}
          </Alert>
        )}
        <dl className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
          {view.facts.map(({ term, value }) => (
            <div key={term} className="min-w-0">
              <dt className="text-muted">{term}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="grid gap-6 text-sm sm:grid-cols-2 sm:gap-8">
          <Party {...view.seller} />
          <Party {...view.buyer} />
        </div>
        <div>
          <div className="flex justify-between gap-6 border-b border-border pb-2 text-sm text-muted">
            <span>{line.heading}</span>
            <span>{line.amountHeading}</span>
          </div>
          <div className="flex justify-between gap-6 border-b border-border py-3">
            <div className="min-w-0">
              <p className="font-medium break-words">{line.product}</p>
              {line.details.map((detail) => (
                <p key={detail} className="text-sm text-muted">
                  {detail}
                </p>
              ))}
            </div>
            <p className="shrink-0 tabular-nums">{line.amount}</p>
          </div>
          <dl className="flex flex-col gap-1.5 pt-3 text-sm">
            {view.sums.map((sum) => (
              <Sum key={sum.term} {...sum} />
            ))}
            {view.credit && <ExplainedSum {...view.credit} />}
            <Sum {...view.total} className="mt-1 text-base font-semibold" />
            {view.refunds.map((refund) => (
              <ExplainedSum key={`${refund.term} ${refund.value}`} {...refund} className="pt-1.5" />
            ))}
            {view.afterRefunds && <Sum {...view.afterRefunds} className="mt-1 text-base font-semibold" />}
          </dl>
        </div>
        {view.notes.map((note) => (
          <p key={note} className="text-sm">
            {note}
          </p>
        ))}
        {view.questions && <p className="text-sm text-muted">{view.questions}</p>}
      </Sheet>
    </div>
  );
}

const Sum = ({ term, value, className }: { term: string; value: string; className?: string }) => (
  <div className={clsx('flex justify-between gap-6', className)}>
    <dt>{term}</dt>
    <dd className="tabular-nums">{value}</dd>
  </div>
);

/** A credit or a refund, with its explanation. */
const ExplainedSum = ({ term, value, details, className }: RefundFact & { className?: string }) => (
  <div className={clsx('flex flex-wrap justify-between gap-x-6', className)}>
    <dt>{term}</dt>
    <dd className="tabular-nums">{value}</dd>
    {details.map((detail) => (
      <dd key={detail} dir="auto" className="basis-full break-words text-muted">
        {detail}
      </dd>
    ))}
  </div>
);

const Party = ({ heading, lines }: { heading: string; lines: readonly string[] }) => (
  <section className="min-w-0">
    <h2 className="text-muted">{heading}</h2>
    {lines.map((text) => (
      <p key={text} className="break-words">
        <bdi>{text}</bdi>
      </p>
    ))}
  </section>
);
