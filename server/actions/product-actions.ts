/** The endpoints that both product types share. */
import { z } from 'zod';
import { changeStatus, publish } from '#server/catalog/product-changes.ts';
import { lockMemberProduct, type Product, type ProductVersion } from '#server/catalog/products.ts';
import {
  noSuchVersion,
  type ProductType,
  productStatuses,
  publishRefusals,
  testVersionId,
} from '#server/catalog/rules/product.ts';
import type { Environment } from '#server/domain/environments.ts';
import { shortId } from '#server/domain/fields.ts';
import { defineAction } from '#server/platform/action.ts';

/** A product type: its response object and the product in the reference's examples. */
interface Kind<Output extends z.ZodObject> {
  readonly type: ProductType;
  readonly exampleId: string;
  readonly output: Output;
  readonly answer: (product: Product, version: ProductVersion, environment: Environment) => z.input<Output>;
}

/**
 * Copies the current test version to prod and activates it there, once. `testVersionId` guards against publishing
 * another version than intended. (commerce-api.md, "Product status per environment"; decisions.md, "Products")
 */
export const publishProductOf = <Output extends z.ZodObject>(kind: Kind<Output>, summary: string) =>
  defineAction({
    callers: ['apiKey', 'dashboard'],
    scope: 'open',
    keyScope: 'administer',
    layer: 'product',
    refusesEnvironmentHeader: true,
    input: z.object({ id: shortId('PROD'), testVersionId: testVersionId() }),
    output: kind.output,
    docs: { summary, refusals: publishRefusals, example: { id: kind.exampleId } },
    async run(context, { id, testVersionId: expectedVersionId }) {
      const product = await lockMemberProduct(context.tx, context.caller.merchantId, id, kind.type);
      const published = await publish(context.tx, product, expectedVersionId, context);
      return kind.answer(published.product, published.version, 'prod');
    },
  });

/**
 * Puts a product on sale in the caller's environment (`active`) or takes it off (`inactive`). Existing orders stay
 * unchanged. (commerce-api.md, "Product status per environment")
 */
export const updateStatusOf = <Output extends z.ZodObject>(kind: Kind<Output>, summary: string) =>
  defineAction({
    callers: ['apiKey', 'dashboard'],
    scope: 'environment',
    keyScope: 'administer',
    layer: 'product',
    input: z.object({ id: shortId('PROD'), status: z.enum(productStatuses) }),
    output: kind.output,
    docs: { summary, refusals: noSuchVersion, example: { id: kind.exampleId, status: 'inactive' } },
    async run(context, { id, status }) {
      const product = await lockMemberProduct(context.tx, context.caller.merchantId, id, kind.type);
      const changed = await changeStatus(context.tx, product, status, context);
      return kind.answer(changed.product, changed.version, context.environment);
    },
  });
