/** What a merchant's backend reads: a page of its products, and an order with all that belongs to it. */
import { printSchema } from 'graphql';
import { schema } from '#server/graphql/schema.ts';
import type { SentRequest } from '../journey.ts';
import { openConnection, travel } from '../load.ts';
import { newMerchant, signedMany } from '../merchants.ts';
import { evenly, type Goal, type RequestCase } from './case.ts';
import { completeSale } from './complete-sale.ts';

type Material = readonly SentRequest[];

const goals: readonly Goal[] = [{ ofSameSql: 0.6 }, evenly];
/** What is asked before any field: whose key it is, and which stores are theirs. */
const whoAsks = ['api_keys', 'merchants', 'stores'].map((table) => [table, ''] as const);

const productList = `{
  onetimeProducts(limit: 20) {
    id name status description versionNumber createdAt updatedAt metadata
    prices { currency priceInfo { amount taxIncluded taxCategory } }
    media { type url alt }
  }
}`;

export const graphqlProducts: RequestCase<Material> = {
  goals,
  async prepare(product) {
    const merchant = await newMerchant(product, { products: 20 });
    const material = await signedMany(merchant, '/v1/graphql', () => ({ query: productList }), 300);
    const tables = [['products', 'onetimeProducts'] as const, ...whoAsks];
    return { material, merchant, graphql: { schema: printSchema(schema), tables } };
  },
  *journey(requests, number) {
    yield requests[number % requests.length] as SentRequest;
  },
};

const orderDetail = `query Order($id: ID!) {
  onetimeOrder(id: $id) {
    id status currency subtotal taxAmount total buyerEmail merchantExternalId createdAt completedAt metadata
    billingDetail { country isBusiness }
    product { id name versionNumber prices { currency priceInfo { amount } } }
    payments { id status amount taxAmount method cardBrand cardLast4 createdAt refunds { id status amount } }
    store { id name slug }
  }
}`;

const orders = 50;

export const graphqlOrder: RequestCase<Material> = {
  goals,
  async prepare(product) {
    const sale = await completeSale.prepare(product);
    const merchant = sale.merchant;
    if (!merchant) throw new Error('Nobody has sold anything');
    const connection = await openConnection(product.port);
    for (let number = 0; number < orders; number += 1) {
      await travel(completeSale.journey(sale.material, number), number, connection.exchange);
    }
    connection.close();
    const rows = await product.sql<{ id: string }[]>`
      select orders.id from orders join api_keys using (merchant_id) where api_keys.public_key = ${merchant.publicKey}`;
    const query = (number: number) => ({ query: orderDetail, variables: { id: rows[number % rows.length]?.id } });
    const material = await signedMany(merchant, '/v1/graphql', query, 300);
    const tables = [
      ['refunds', 'onetimeOrder.payments.refunds'] as const,
      ['payments', 'onetimeOrder.payments'] as const,
      ['product_versions', 'onetimeOrder.product'] as const,
      ['orders', 'onetimeOrder'] as const,
      ...whoAsks,
    ];
    return { material, merchant, graphql: { schema: printSchema(schema), tables } };
  },
  *journey(requests, number) {
    yield requests[number % requests.length] as SentRequest;
  },
};
