import { Button } from '#components/ui/button.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { useSay } from '../page/page-context.tsx';
import { primaryLook } from '../theme/primary-look.ts';

/** A Back button for pages without a known target. Renders nothing on the first page of a tab. */
export function GoBack() {
  const say = useSay();
  if (!useHydrated() || history.length < 2) return null;
  return (
    <Button variant="primary" size="large" className={`mt-3 ${primaryLook}`} onClick={() => history.back()}>
      {say('notice.goBack')}
    </Button>
  );
}
