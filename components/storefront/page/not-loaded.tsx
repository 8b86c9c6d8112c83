import { Alert } from '#components/ui/alert.tsx';
import { usePage } from './page-context.tsx';

/** Shown by `writeDocument`'s own few lines where the page's script did not arrive: otherwise nothing would answer. */
export function NotLoaded() {
  const { page, say, withChoices } = usePage();
  return (
    <div className="hidden p-4 not-loaded:block">
      <Alert tone="warning">
        {say('common.notLoaded')} <a href={withChoices(page.path)}>{say('common.loadAgain')}</a>
      </Alert>
    </div>
  );
}
