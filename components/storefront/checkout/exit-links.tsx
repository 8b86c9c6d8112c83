import { ButtonLink } from '#components/ui/button.tsx';
import { portalAddress } from '#server/customers/rules/portal-address.ts';
import type { Environment } from '#server/domain/environments.ts';
import type { PageStore } from '#server/storefront/rendering/page.ts';
import { usePage } from '../page/page-context.tsx';
import { primaryLinkLook } from '../theme/primary-look.ts';

interface ExitLinksProps {
  store: PageStore;
  environment: Environment;
  /** The origin that buyers continue to after payment. */
  site: string | null;
}

/**
 * Links of a checkout that cannot be paid: back to the store, contact the store, and the buyer's orders. The portal
 * opens outside a frame, as it cannot be framed.
 */
export function ExitLinks({ store, environment, site }: ExitLinksProps) {
  const { say, withChoices } = usePage();
  const { name, website, supportEmail } = store;
  const storeUrl = website ?? site;
  return (
    <>
      <div className="mt-3 flex w-full flex-col gap-2 empty:hidden">
        {storeUrl && (
          <ButtonLink variant="primary" size="large" className={primaryLinkLook} href={storeUrl} target="_top">
            <span className="min-w-0 break-words">
              {website
                ? say('common.goToStore', { store: name })
                : say('common.backTo', { site: new URL(storeUrl).host })}
            </span>
          </ButtonLink>
        )}
        {supportEmail && (
          <ButtonLink size="large" variant={storeUrl ? 'ghost' : 'secondary'} href={`mailto:${supportEmail}`}>
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
