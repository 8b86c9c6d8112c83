import { notFound } from 'next/navigation';
import { cache } from 'react';
import { requireScope, type ScopeParams } from '#app/dashboard/scope.ts';
import { findStoreGroup, listGroupMembers } from '#server/catalog/data/group-pages.ts';
import { findPublishedGroup, type Group } from '#server/catalog/groups.ts';
import { isUuid } from '#server/domain/ids.ts';

/** The page's group with its products and its published counterpart, read once per request. */
export async function readGroup(params: Promise<ScopeParams<'groupId'>>) {
  const { storeSlug, environment, groupId } = await params;
  return await loadGroup(storeSlug, environment, groupId);
}

const loadGroup = cache(async (storeSlug: string, environment: string, groupId: string) => {
  const found = await requireScope({ storeSlug, environment }, `/groups/${groupId}`);
  const { db, scope } = found;
  const group = isUuid(groupId) ? await findStoreGroup(db, scope, groupId.toLowerCase()) : undefined;
  if (!group) notFound();
  const published = group.environment === 'test' ? await findPublishedGroup(db, group) : undefined;
  const withMembers = async (one: Group) => ({ group: one, members: await listGroupMembers(db, one) });
  const [current, inProd, source] = await Promise.all([
    withMembers(group),
    published && withMembers(published),
    group.publishedFrom ? findStoreGroup(db, { ...group, environment: 'test' }, group.publishedFrom) : undefined,
  ]);
  return { ...found, ...current, inProd, source };
});
