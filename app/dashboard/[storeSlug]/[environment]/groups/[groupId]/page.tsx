import type { Metadata } from 'next';
import { basePath, type StorePageProps } from '#app/dashboard/scope.ts';
import { DeleteGroupButton } from '#components/dashboard/groups/delete-group-button.tsx';
import { GroupForm } from '#components/dashboard/groups/group-form.tsx';
import { PublishGroup } from '#components/dashboard/groups/publish-group.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { CopyField } from '#components/ui/copy-field.tsx';
import { Link } from '#components/ui/link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { describeGroupChanges } from '#server/catalog/rules/group-diff.ts';
import { toShortId } from '#server/domain/ids.ts';
import { readablePrices } from '../../products/readable-prices.ts';
import { readGroup } from './read-group.ts';

type Found = Awaited<ReturnType<typeof readGroup>>;

export async function generateMetadata({ params }: StorePageProps<'groupId'>): Promise<Metadata> {
  return { title: (await readGroup(params)).group.name };
}

export default async function GroupPage({ params }: StorePageProps<'groupId'>) {
  const found = await readGroup(params);
  const { store, environment, base, group, members, inProd, source } = found;
  const inTest = basePath(store.slug, 'test');
  const prodHref = inProd && `${basePath(store.slug, 'prod')}/groups/${inProd.group.id}`;
  return (
    <>
      <PageHeader
        title={group.name}
        parent={{ href: `${base}/groups`, label: 'Plan groups' }}
        actions={<DeleteGroupButton id={group.id} name={group.name} environment={environment} base={base} />}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-6">
          {source && (
            <Alert role="note" title="Published from test mode">
              Edit it in test mode and publish it. Publishing overwrites changes made here.{' '}
              <Link href={`${inTest}/groups/${source.id}`}>Open in test mode</Link>
            </Alert>
          )}
          <GroupForm
            storeId={toShortId('STO', store.id)}
            environment={environment}
            base={base}
            groupId={group.id}
            saved={{
              draft: {
                name: group.name,
                description: group.description ?? '',
                ...group.rules,
                allowsMultipleSubscriptions: group.allowsMultipleSubscriptions,
                members: members.map((product) => ({
                  id: toShortId('PROD', product.id),
                  name: product.name,
                  price: readablePrices(product)[0]?.amount ?? '',
                })),
              },
              updatedAt: group.updatedAt.toISOString(),
            }}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          {environment === 'test' && (
            <PublishGroup
              id={group.id}
              changes={unpublishedChanges(found)}
              isPublished={inProd !== undefined}
              prodHref={prodHref}
              unpublished={members
                .filter(({ prodVersionId }) => prodVersionId === null)
                .map(({ id, name }) => ({ name, href: `${base}/products/${toShortId('PROD', id)}/publish` }))}
            />
          )}
          <div className="flex flex-col gap-1.5">
            <p className="text-sm font-medium">Plan group ID</p>
            <CopyField value={group.id} label="plan group ID" />
          </div>
        </div>
      </div>
    </>
  );
}

/** The changes that publishing the test group would make. Products have their test names on both sides. */
function unpublishedChanges({ group, members, inProd }: Found) {
  const names = new Map([...(inProd?.members ?? []), ...members].map(({ id, name }) => [id, name]));
  const contentOf = (one: Found['group'], members: Found['members']) => ({
    ...one,
    products: new Map(members.map(({ id }) => [id, names.get(id) ?? ''])),
  });
  return describeGroupChanges(inProd && contentOf(inProd.group, inProd.members), contentOf(group, members));
}
