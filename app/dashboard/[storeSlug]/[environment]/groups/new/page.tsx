import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { basePath, requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { GroupForm } from '#components/dashboard/groups/group-form.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { toShortId } from '#server/domain/ids.ts';

export const metadata: Metadata = { title: 'Create plan group' };

export default async function NewGroupPage({ params }: StorePageProps) {
  const { store, environment, base } = await requireScope(params, '/groups/new');
  if (environment === 'prod') redirect(`${basePath(store.slug, 'test')}/groups/new`);
  return (
    <div className="max-w-2xl">
      <PageHeader
        title="Create plan group"
        description="Created in test mode."
        parent={{ href: `${base}/groups`, label: 'Plan groups' }}
      />
      <GroupForm
        storeId={toShortId('STO', store.id)}
        environment={environment}
        base={base}
        saved={{
          draft: {
            name: '',
            description: '',
            sharedTrial: false,
            selfServicePlanChange: false,
            allowsMultipleSubscriptions: false,
            members: [],
          },
          updatedAt: '',
        }}
      />
    </div>
  );
}
