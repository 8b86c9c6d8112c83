import { Alert } from '#components/ui/alert.tsx';
import { usePage } from './page-context.tsx';

/** Shown by an inline script of `writeDocument` if the page's script fails to load. */
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
