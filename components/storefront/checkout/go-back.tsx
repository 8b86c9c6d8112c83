import { Button } from '#components/ui/button.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { useSay } from '../page/page-context.tsx';
import { primaryLook } from '../theme/primary-look.ts';

/** Back to where the buyer came from, for a page that knows of nowhere else; nothing where it is the first in its tab. */
export function GoBack() {
  const say = useSay();
  if (!useHydrated() || history.length < 2) return null;
  return (
    <Button variant="primary" size="large" className={`mt-3 ${primaryLook}`} onClick={() => history.back()}>
      {say('notice.goBack')}
    </Button>
  );
}
