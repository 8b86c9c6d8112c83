/** Data typed at a checkout is only visible in the browser that typed it. */
import { describe, expect, test } from 'vitest';
import { customerHeaders, newMerchant, newProduct, post, type TestMerchant } from '#server/testing/api.ts';
import { baseUrl } from '#server/testing/worker-servers.ts';

const card = { cardNumber: '4242 4242 4242 4242', cardExpiry: '12 / 40', cardCvc: '123' };
const declined = { ...card, cardNumber: '4000 0000 0000 0002' };
const typed = {
  email: 'typed-secret@example.com',
  country: 'DE',
  postcode: 'SECRET-77',
  isBusiness: true,
  businessName: 'Secret Trading GmbH',
  taxId: 'DE136695976',
};

/** A browser with its own cookies, at a checkout that a stranger created with the store's slug. */
class Browser {
  #cookie = '';
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async ask(end = '', body?: object) {
    const response = await fetch(`${baseUrl}${this.#path}${end}`, {
      redirect: 'manual',
      method: body ? 'POST' : 'GET',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        Origin: baseUrl,
        ...(this.#cookie && { Cookie: this.#cookie }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const [cookie] = response.headers.getSetCookie().filter((one) => one.startsWith('counterfoil_buyer='));
    if (cookie) this.#cookie = cookie.split(';', 1)[0] ?? '';
    return { status: response.status, headers: response.headers, cookie, text: await response.text() };
  }

  async pay(fields: object) {
    const quote = await this.ask('/quote', { ...typed, ...fields });
    return await this.ask('/pay', { ...typed, ...fields, shown: JSON.parse(quote.text).data.shown });
  }
}

async function publicCheckout(merchant: TestMerchant, fields: object = {}) {
  const { id: productId } = await newProduct(merchant);
  const headers = { 'X-Store-Slug': merchant.slug, 'X-Environment': 'test' };
  const body = { productId, productType: 'onetime', currency: 'USD', ...fields };
  const { body: answer } = await post('checkout/create-session', body, headers);
  return new URL(answer.data.checkoutUrl).pathname;
}

const secrets = /typed-secret|Secret Trading|DE136695976|SECRET-77/;

describe('data typed by a buyer', () => {
  test('is shown only in the browser that typed it', async () => {
    const path = await publicCheckout(await newMerchant());
    const [buyer, otherBuyer] = [new Browser(path), new Browser(path)];
    const refused = await buyer.pay(declined);
    expect([refused.status, refused.cookie]).toEqual([400, expect.stringMatching(/; HttpOnly; SameSite=Lax$/)]);
    const own = JSON.parse((await buyer.ask()).text);
    expect(own.content.form.prefill).toMatchObject(typed);
    expect(own.content.view.lastFailure).toMatch(/declined/);
    const seen = await otherBuyer.ask();
    expect(seen.status).toBe(200);
    expect(seen.text).not.toMatch(secrets);
    expect(JSON.parse(seen.text).content.view.lastFailure).toBeNull();
    const quote = await otherBuyer.ask('/quote', { email: '', country: 'DE', state: '', postcode: '' });
    expect(JSON.parse(quote.text).data.isReverseCharge).toBe(false);
  });

  test('belongs to the browser that typed last', async () => {
    const path = await publicCheckout(await newMerchant());
    const [first, second] = [new Browser(path), new Browser(path)];
    await first.pay(declined);
    await second.pay({ ...declined, email: 'second@example.com', postcode: '20095', isBusiness: false });
    const latest = await second.ask();
    expect(latest.text).toContain('second@example.com');
    expect(latest.text).not.toMatch(secrets);
    expect((await first.ask()).text).not.toMatch(/second@example/);
  });

  test('a refusal that stores nothing gives the browser no cookie', async () => {
    const path = await publicCheckout(await newMerchant());
    await new Browser(path).pay(card);
    const late = await new Browser(path).ask('/pay', {
      ...typed,
      ...card,
      shown: { totalMinor: 0, renewalMinor: null },
    });
    expect([late.status, late.cookie]).toEqual([400, undefined]);
  });

  test('does not hide the merchant’s prefilled values', async () => {
    const merchant = await newMerchant();
    const path = await publicCheckout(merchant, { buyerEmail: 'prefilled@example.com' });
    await new Browser(path).pay(declined);
    expect((await new Browser(path).ask()).text).toContain('prefilled@example.com');
  });
});

describe('a pending challenge', () => {
  const asksBank = { ...card, cardNumber: '4000 0027 6000 3184' };

  test('is completed in the buyer’s browser only', async () => {
    const path = await publicCheckout(await newMerchant());
    const [buyer, otherBuyer] = [new Browser(path), new Browser(path)];
    expect((await buyer.pay(asksBank)).status).toBe(200);
    const { challengePath } = JSON.parse((await buyer.ask()).text).content.view;
    expect(challengePath).toContain('/challenge/');
    const seen = JSON.parse((await otherBuyer.ask()).text).content.view;
    expect([seen.challengePath, seen.challengeAmount]).toEqual([null, null]);
    const end = challengePath.replace(path, '');
    expect((await otherBuyer.ask(end)).status).toBe(303);
    expect((await otherBuyer.ask(`${end}/finish`, { passed: true })).status).toBe(400);
    expect((await buyer.ask(`${end}/finish`, { passed: true })).status).toBe(200);
  });

  test('cannot be linked to a customer by another browser', async () => {
    const merchant = await newMerchant();
    const path = await publicCheckout(merchant);
    const [buyer, otherBuyer] = [new Browser(path), new Browser(path)];
    await buyer.pay(declined);
    const { Authorization } = await customerHeaders(merchant, 'mallory');
    const token = Authorization.replace('Bearer ', '');
    expect(JSON.parse((await otherBuyer.ask('/customer', { token })).text).data).toEqual({ tied: false });
    expect(JSON.parse((await buyer.ask('/customer', { token })).text).data).toEqual({ tied: true });
  });
});

describe('the receipt', () => {
  test('is shown only in the browser that paid', async () => {
    const merchant = await newMerchant();
    const path = await publicCheckout(merchant, { successUrl: 'https://shop.example.com/thanks' });
    const [buyer, otherBuyer] = [new Browser(path), new Browser(path)];
    expect((await buyer.pay(card)).status).toBe(200);
    const own = JSON.parse((await buyer.ask()).text).content.view;
    expect(own).toMatchObject({ state: 'paid', receipt: { business: { name: 'Secret Trading GmbH' } } });
    expect(own.returnUrl).toContain('orderId=ORD_');
    const pdf = await buyer.ask('/receipt.pdf');
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);

    const seen = await otherBuyer.ask();
    expect(JSON.parse(seen.text).content.view).toMatchObject({ state: 'paid', receipt: null, returnUrl: null });
    expect(seen.text).not.toMatch(secrets);
    expect(seen.text).not.toMatch(/ORD_|PAY_/);
    const refused = await otherBuyer.ask('/receipt.pdf');
    expect([refused.status, refused.headers.get('location')]).toEqual([
      303,
      `/${merchant.slug}/portal?environment=test`,
    ]);
  });

  test('is not opened by another or a forged cookie', async () => {
    const path = await publicCheckout(await newMerchant());
    await new Browser(path).pay(card);
    const other = new Browser(await publicCheckout(await newMerchant()));
    const { cookie = '' } = await other.pay(declined);
    for (const forged of [cookie.split(';', 1)[0] ?? '', `counterfoil_buyer=${'a'.repeat(43)}`, 'counterfoil_buyer=']) {
      const response = await fetch(`${baseUrl}${path}`, { headers: { Accept: 'application/json', Cookie: forged } });
      expect((await response.json()).content.view.receipt).toBeNull();
    }
  });
});
