import { and, desc, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { products, productVersions } from '#db/schema/index.ts';
import type { Environment } from '#server/domain/environments.ts';
import { inStore, refersTo, type StoreScope } from '#server/platform/data/merchant-scope.ts';
import { type ProductType, productTypes } from '../rules/product.ts';
import { columnsIn } from './product-columns.ts';

/** The most choices in a list; orders of further products are reachable from the product's own page. */
const maxChoices = 100;

export interface ProductChoice {
  readonly id: string;
  readonly name: string;
}

/** The newest products of a store, of one type or of each, with their names in the environment; plus the chosen one. */
export async function listProductChoices(
  tx: Tx,
  { environment, ...store }: StoreScope & { readonly environment: Environment },
  type: ProductType | undefined,
  chosenId: string | undefined,
): Promise<ProductChoice[]> {
  const selectNamed = () =>
    tx
      .select({ id: products.id, name: productVersions.name })
      .from(products)
      .innerJoin(productVersions, refersTo(products, columnsIn(environment).versionId, productVersions))
      .$dynamic();
  const isInStore = inStore(products, store);
  // An index sorts the products of each type by creation.
  const lists = await Promise.all([
    ...(type ? [type] : productTypes).map((each) =>
      selectNamed()
        .where(and(isInStore, eq(products.type, each)))
        .orderBy(desc(products.id))
        .limit(maxChoices),
    ),
    ...(chosenId === undefined ? [] : [selectNamed().where(and(isInStore, eq(products.id, chosenId)))]),
  ]);
  const found = new Map(lists.flat().map((choice) => [choice.id, choice]));
  return [...found.values()].sort((one, two) => one.name.localeCompare(two.name, 'en'));
}
