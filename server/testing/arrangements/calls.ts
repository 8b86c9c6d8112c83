/** The calls by which arrangements create their data. */
import { actions } from '#server/actions/index.ts';
import { fillIn } from '#server/docs/placeholders.ts';
import type { TestMerchant } from '../api.ts';

type Values = Readonly<Record<string, string>>;
/** Creates the data of an example and returns the values of its `$names`. */
export type Arrange = (merchant: TestMerchant) => Values | Promise<Values>;

/** Calls an action that must succeed and returns its data. */
// biome-ignore lint/suspicious/noExplicitAny: each arrangement knows the shape of its answer
export async function succeed(merchant: TestMerchant, action: string, body: object): Promise<any> {
  const answer = await merchant.call(action, body);
  if (answer.status !== 200) throw new Error(`${action}: ${answer.status} ${answer.text}`);
  return answer.body.data;
}

/** Calls an action with its own example. */
export const callExample = (merchant: TestMerchant, name: string) =>
  succeed(
    merchant,
    name,
    fillIn(actions.get(name)?.docs.example ?? {}, () => merchant.storeId),
  );
