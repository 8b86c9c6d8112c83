/** GraphQL queries of a merchant's backend: a page of products, and an order with everything that belongs to it. */
import { sql } from 'drizzle-orm';
import { printSchema } from 'graphql';
import { schema } from '#server/graphql/schema.ts';
import { exchangeWith, runJourney, singleRequests } from '../journey.ts';
import { type Merchant, newMerchant, signedMany } from '../merchants.ts';
import { type Prepared, type RequestCase, shareOfSameSql } from './case.ts';
import { salesOf } from './complete-sale.ts';

const goals = [shareOfSameSql(0.6)];

const productList = `{
  onetimeProducts(limit: 20) {
    id name status description versionNumber createdAt updatedAt metadata
    prices { currency priceInfo { amount taxIncluded taxCategory } }
    media { type url alt }
  }
}`;

const queries = (merchant: Merchant, queryOf: (number: number) => object): Prepared => ({
  begin: singleRequests(signedMany(merchant, '/v1/graphql', queryOf, 300)),
  publicKey: merchant.publicKey,
  schema: printSchema(schema),
});

export const graphqlProducts: RequestCase = {
  maxStatements: 3,
  goals,
  async prepare(product) {
    const merchant = await newMerchant(product, { products: 20 });
    return queries(merchant, () => ({ query: productList }));
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

export const graphqlOrder: RequestCase = {
  maxStatements: 7,
  goals,
  async prepare(product) {
    const merchant = await newMerchant(product);
    const sell = await salesOf(product.url, merchant);
    for (let number = 0; number < orders; number += 1) await runJourney(sell(number), exchangeWith(product.url));
    const { rows } = await product.db.execute<{ id: string }>(
      sql`select orders.id from orders join api_keys using (merchant_id) where api_keys.public_key = ${merchant.publicKey}`,
    );
    return queries(merchant, (number) => ({ query: orderDetail, variables: { id: rows[number % rows.length]?.id } }));
  },
};
