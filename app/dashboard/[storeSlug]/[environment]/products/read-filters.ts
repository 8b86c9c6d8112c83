import { textOf } from '#app/dashboard/list-address.ts';
import type { PageSearch } from '#app/dashboard/scope.ts';
import { type ProductFilter, publications } from '#server/catalog/data/product-pages.ts';
import { productStatuses, productTypes } from '#server/catalog/rules/product.ts';
import { isUuid } from '#server/domain/ids.ts';

/** The filter in the address, for the form and for the query. Invalid values are ignored. */
export async function readFilters(searchParams: PageSearch) {
  const params = await searchParams;
  const text = (name: string) => textOf(params, name);
  const search = text('q');
  const type = productTypes.find((each) => each === text('type'));
  const status = productStatuses.find((each) => each === text('status'));
  const publication = publications.find((each) => each === text('publication'));
  const filter: ProductFilter = { search: search || undefined, type, status, publication };
  const shown = { search, type: type ?? '', status: status ?? '', publication: publication ?? '' };
  return { shown, filter, after: isUuid(text('after')) ? text('after') : undefined };
}
