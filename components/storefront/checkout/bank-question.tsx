import { ButtonLink } from '#components/ui/button.tsx';
import { usePage } from '../page/page-context.tsx';
import { primaryLook } from '../theme/primary-look.ts';

/** The link to the bank that waits for the buyer. */
export function BankQuestion({ path }: { path: string }) {
  const { say, withChoices } = usePage();
  return (
    <section aria-labelledby="bank" className="mb-7 flex flex-col gap-3 border-b border-border pb-7">
      <h2 id="bank" className="text-lg font-semibold tracking-tight">
        {say('bank.title')}
      </h2>
      <p>{say('bank.explanation')}</p>
      <ButtonLink variant="primary" href={withChoices(path)} size="large" className={`${primaryLook} mt-1`}>
        {say('bank.continue')}
      </ButtonLink>
    </section>
  );
}
