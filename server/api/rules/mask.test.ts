import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newId, toShortId } from '#server/domain/ids.ts';
import { maskText } from '#server/domain/mask-text.ts';
import { cpuMsOf } from '#server/testing/cpu-time.ts';
import { bounded, maskBody, maskError, masked, maskGraphql, maskPartyBody } from './mask.ts';

/** A text that occurs nowhere else. */
const secret = fc.stringMatching(/^[a-zA-Z]{12,20}$/).map((text) => `Zq${text}`);
const cards = fc.constantFrom('4242424242424242', '4000002760003184', '378282246310005', '5555 5555 5555 4444');
const secretName = fc.constantFrom(
  ...'token secret signature publicKey password authorization Authorization accessToken api_key'.split(' '),
  ...'buyerEmail email contactEmail buyerIdentity buyerIp taxId businessName postcode'.split(' '),
);

const unstorable = /\\u0000|\\ud[89a-f]/;

/** The value somewhere inside ordinary objects and lists. */
const buried = (value: fc.Arbitrary<unknown>) =>
  fc
    .tuple(value, fc.array(fc.constantFrom('data', 'product', 'list', 'USD', 'x'), { maxLength: 6 }))
    .map(([it, way]) =>
      way.reduceRight<unknown>((inside, name) => (name === 'list' ? [1, inside] : { id: 'a', [name]: inside }), it),
    );

describe('removed', () => {
  test('values of secret and personal names, at any depth and of any type', () => {
    const member = fc
      .tuple(secretName, secret, fc.boolean())
      .map(([name, value, nested]) => ({ text: value, body: { [name]: nested ? { a: [value] } : value } }));
    fc.assert(
      fc.property(
        member,
        fc.array(fc.constantFrom('data', 'errors', 'order'), { maxLength: 5 }),
        ({ text, body }, way) => {
          const whole = way.reduce<unknown>((inside, name) => ({ [name]: inside }), body);
          expect(JSON.stringify(maskBody(whole))).not.toContain(text);
          expect(JSON.stringify(maskGraphql({ data: whole }))).not.toContain(text);
        },
      ),
    );
  });

  test('email addresses and card numbers, in any text and as a name', () => {
    const sensitive = fc.oneof(fc.emailAddress(), cards);
    fc.assert(
      fc.property(sensitive, fc.string(), fc.string(), fc.boolean(), (it, before, after, isName) => {
        const text = `${before} ${it} ${after}`;
        const body = isName ? { prices: { [text]: 1 } } : { description: [text] };
        expect(JSON.stringify(maskBody(body))).not.toContain(JSON.stringify(it).slice(1, -1));
        expect(maskText(text)).not.toContain(it);
        expect(maskError(text)).not.toContain(it);
      }),
    );
  });

  test('billing details, except country and whether it is a business', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), secret, (name, value) => {
        const body = { billingDetail: { country: 'DE', isBusiness: true, state: value, [name]: { deep: value } } };
        const masked = maskBody(body) as { billingDetail: Record<string, unknown> };
        if (name !== 'country') expect(masked.billingDetail).toMatchObject({ country: 'DE' });
        if (name !== 'isBusiness') expect(masked.billingDetail).toMatchObject({ isBusiness: true });
        expect(JSON.stringify(masked)).not.toContain(value);
      }),
    );
  });

  test('texts and numbers in metadata at any depth, but not its booleans', () => {
    fc.assert(
      fc.property(buried(secret), (inside) => {
        const custom = { inside, tel: 4915112345678, deep: [{ zip: 10115 }], vip: true };
        for (const masked of [maskBody({ metadata: custom }), maskGraphql({ data: { order: { metadata: custom } } })]) {
          expect(JSON.stringify(masked)).not.toMatch(/Zq|4915112345678|10115/);
          expect(JSON.stringify(masked)).toContain('"vip":true');
        }
      }),
    );
  });

  test('a country that is not two capital letters', () => {
    for (const country of ['\0', 'Ana', 'de', 'D\0', 'DE\n', 49, ['DE']]) {
      expect(maskBody({ billingDetail: { country } })).toEqual({ billingDetail: { country: masked } });
    }
  });

  test('the identity of a store’s member, and the business of a verification ticket', () => {
    const business = {
      legalName: 'Zq GmbH',
      contactName: 'Zqana',
      contactEmail: 'ana@zq.example',
      address: 'Zq 1',
      registrationNumber: 'Zq7',
      website: 'https://zq.example/',
      description: 'Zq teas',
      reviewNote: 'Zq is fine',
    };
    // A fixed id: one in a hundred random ids contains the letters searched for.
    const ids = { id: 'TKT_0351cvivPdu4HsoQKYNIs9', status: 'pending', country: 'DE' };
    for (const masked of [
      maskBody({ data: { storeMerchant: { ...ids, name: 'Zqana' } } }),
      maskBody({ data: { ticket: { ...ids, ...business } } }),
      maskPartyBody({ ...ids, ...business }),
      maskPartyBody({ ...ids, description: 'Zq' }),
    ]) {
      expect(JSON.stringify(masked)).not.toMatch(/zq/i);
      expect(JSON.stringify(masked)).toContain(JSON.stringify(ids).slice(1, -1));
    }
  });

  test('GraphQL: strings in the query, free text in variables and results, under any name', () => {
    fc.assert(
      fc.property(secret, fc.stringMatching(/^[a-z]{1,8}$/), (value, name) => {
        const query = `query A { a(filter: {b: {eq: "${value}"}}) b(c: """\n${value}\n""") # ${value}\n id }`;
        const masked = maskGraphql({ query, variables: { [name]: [value] }, data: { [name]: { [name]: value } } });
        expect(JSON.stringify(masked)).not.toContain(value);
        expect((masked as { query: string }).query).toContain('query A { a(filter: {b: {eq: "…"}})');
      }),
    );
  });

  test('a checkout’s address or session id beyond eight characters, a URL’s query, a webhook’s path', () => {
    const id = '7c1f09e2-83d4-4f0a-9b6e-51d20c7a98f3';
    const masked = JSON.stringify(
      maskBody({
        sessionId: id,
        checkoutSessionId: id,
        checkoutUrl: `https://pay.example/kettle/checkout/${id}#token=abc.def.ghi`,
        note: `See https://pay.example/kettle/checkout/${id} now`,
        successUrl: 'https://ana:pw@shop.example/thanks?key=abc',
        url: 'https://hooks.slack.com/services/T000/B000/abcdef',
      }),
    );
    expect(masked).toContain(`https://pay.example/kettle/checkout/${id.slice(0, 8)}…`);
    expect(masked).toContain('"https://hooks.slack.com/…"');
    expect(masked).toContain('"https://shop.example/thanks?…"');
    for (const part of [id.slice(9), 'abc', 'T000', 'ana', 'pw@']) expect(masked).not.toContain(part);
  });

  test('text that PostgreSQL cannot store', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const masked = JSON.stringify(maskBody({ [text]: text, name: `${text}\0\ud800` }));
        expect(masked).not.toMatch(unstorable);
      }),
    );
  });

  test('text that PostgreSQL cannot store, in values that are kept or cut', () => {
    const piece = fc.oneof(fc.constantFrom('\0', '\ud83d', '😀', 'DE', 'a@b.example', '4242424242424242'), fc.string());
    const nasty = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
    const padded = fc
      .tuple(fc.constantFrom(0, 6, 7, 98, 99, 100, 298, 299, 300), nasty)
      .map(([length, text]) => `${'x'.repeat(length)}${text}`);
    fc.assert(
      fc.property(fc.oneof(nasty, padded), (text) => {
        const detail = { country: text, isBusiness: text, [text]: text };
        const body = { sessionId: text, checkoutSessionId: text, url: text, [text]: text, billingDetail: detail };
        const query = `{ a(b: ${text}) }`;
        for (const masked of [
          maskBody(body),
          maskPartyBody(body),
          maskGraphql({ query, variables: body, errors: [{ message: text }], [text]: text }),
          [maskError(text), maskText(text)],
        ]) {
          expect(JSON.stringify(masked)).not.toMatch(unstorable);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('half of a surrogate pair where a text is cut', () => {
    expect(maskBody({ checkoutSessionId: '1234567😀9' })).toEqual({ checkoutSessionId: '1234567😀…' });
    expect(maskBody({ [`${'x'.repeat(99)}😀y`]: 1 })).toEqual({ [`${'x'.repeat(99)}😀…`]: 1 });
    expect(maskError(`${'x'.repeat(299)}😀y`)).toBe(`${'x'.repeat(299)}😀…`);
    for (const [text, max] of [
      ['😀'.repeat(5), 5],
      ['abcde', 5],
    ] as const)
      expect(bounded(text, max)).toBe(text);
    expect(bounded('😀'.repeat(6), 5)).toBe(`${'😀'.repeat(5)}…`);
  });
});

describe('kept', () => {
  test('ids, amounts, settings and our own names', () => {
    const body = {
      storeId: toShortId('STO', newId()),
      productId: newId(),
      name: 'Espresso at Home: The Handbook',
      prices: { USD: { amount: '29.00', taxIncluded: false, taxCategory: 'ebook' }, JPY: { amount: 4500 } },
      expiresAt: '2026-11-21T09:30:00.000Z',
      productType: 'onetime',
      expiresInSeconds: 600,
      at: 1_790_000_000_000,
      orderMerchantExternalId: 'A-2026-1121-77',
      description: null,
      notificationSettings: { notifyNewOrders: true },
    };
    expect(maskBody(body)).toEqual(body);
  });

  test('an id whose digits look like a card number, without the card beside it', () => {
    const id = '01a1ffd8-4205-7164-8717-9bad664e8654';
    expect(maskBody({ productId: id, note: `of ${id}` })).toEqual({ productId: id, note: `of ${id}` });
    expect(maskText(`${id} 4205-7164-8717-9, ${id}-4242424242424242`)).toBe(`${id} [card], ${id}-[card]`);
  });

  test('GraphQL: names, ids, times, amounts and statuses', () => {
    const body = {
      operationName: 'Orders',
      variables: { storeId: toShortId('STO', newId()), limit: 20, status: 'past_due' },
      data: {
        orders: [{ createdAt: '2026-11-21T09:30:00.000Z', total: '4500', rate: '29.90', currency: 'JPY', n: 3 }],
      },
    };
    expect(maskGraphql(body)).toEqual(body);
    expect(maskGraphql({ data: { orders: [{ buyer: 'Ana', id: newId() }] } })).toEqual({
      data: { orders: [{ buyer: masked, id: expect.stringMatching(/^\w{8}…$/) }] },
    });
  });

  test('GraphQL: the error, without the invalid value', () => {
    const message = 'Int cannot represent non-integer value "ana 42" in field "limit"';
    const masked = maskGraphql({ data: null, errors: [{ message, layer: 'graphql' }] });
    expect(masked).toMatchObject({
      data: null,
      errors: [{ message: 'Int cannot represent non-integer value "…" in field "limit"', layer: 'graphql' }],
    });
  });

  test('numbers and booleans of any body under ordinary names', () => {
    const leaf = fc.oneof(fc.integer({ max: 1e12 }), fc.boolean(), fc.constant(null));
    const tree = fc.dictionary(fc.constantFrom('amount', 'count', 'list', 'isOpen'), fc.oneof(leaf, fc.array(leaf)));
    fc.assert(
      fc.property(tree, (body) => {
        expect(maskBody(body)).toEqual({ ...body });
      }),
    );
  });
});

test('masks any JSON to JSON of bounded depth', () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 20 }), (body) => void JSON.stringify(maskBody(body))));
  const deep = JSON.parse(`${'[{"a":'.repeat(200)}1${'}]'.repeat(200)}`);
  expect(JSON.stringify(maskBody(deep))).toContain('[too deep]');
});

test('masks a long text in linear time', () => {
  for (const text of [
    'a'.repeat(16_000),
    '@'.repeat(16_000),
    'a@'.repeat(8000),
    '1'.repeat(16_000),
    '1 '.repeat(8000),
  ]) {
    const cpuMs = cpuMsOf(() => {
      maskBody({ text, url: `https://${text}`, list: [`"${text}`] });
      maskGraphql({ query: `"${text}`, errors: [{ message: `value "${text}` }] });
    });
    expect(cpuMs).toBeLessThan(500);
  }
});

test('bounds an error', () => {
  expect(maskError('x'.repeat(5000)).length).toBeLessThan(310);
});
