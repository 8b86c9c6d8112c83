import { ButtonLink } from '#components/ui/button.tsx';
import { portalAddress } from '#server/customers/rules/portal-address.ts';
import type { Environment } from '#server/domain/environments.ts';
import type { PageStore } from '#server/storefront/rendering/page.ts';
import { usePage } from '../page/page-context.tsx';
import { wayLook } from '../theme/primary-look.ts';

interface WaysOnProps {
  store: PageStore;
  environment: Environment;
  /** Where buyers go on to once they have paid, as an origin. */
  site: string | null;
}

/**
 * From a checkout that cannot be paid: back to the shop, to whoever runs it, and to what was bought here before. Out of a
 * frame, too: the portal is shown in none, and the shop is what stands around it.
 */
export function WaysOn({ store, environment, site }: WaysOnProps) {
  const { say, withChoices } = usePage();
  const { name, website, supportEmail } = store;
  const shop = website ?? site;
  return (
    <>
      <div className="mt-3 flex w-full flex-col gap-2 empty:hidden">
        {shop && (
          <ButtonLink variant="primary" size="large" className={wayLook} href={shop} target="_top">
            <span className="min-w-0 break-words">
              {website ? say('common.goToStore', { store: name }) : say('common.backTo', { site: new URL(shop).host })}
            </span>
          </ButtonLink>
        )}
        {supportEmail && (
          <ButtonLink size="large" variant={shop ? 'ghost' : 'secondary'} href={`mailto:${supportEmail}`}>
            {say('common.writeToStore')}
          </ButtonLink>
        )}
      </div>
      <p className="mt-1 text-sm text-muted">
        {say('notice.alreadyBought')}{' '}
        <a
          className="inline-block py-1 text-link underline underline-offset-2"
          href={withChoices(portalAddress(store, environment))}
          target="_top"
        >
          {say('notice.seeOrders')}
        </a>
      </p>
    </>
  );
}
