/**
 * An open checkout's document is built from a template shared by all similar sessions: no page contains another
 * session's data.
 */
import { gunzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkoutSessions, products, productVersions, stores } from '#db/schema/index.ts';
import { fromShortId, newUnguessableId } from '#server/domain/ids.ts';
import { newNonce } from '#server/http/nonce.ts';
import { voiceFor } from '#server/i18n/say.ts';
import { db, newMerchant, newProduct, newSession } from '#server/testing/api.ts';
import { baseUrl } from '#server/testing/worker-servers.ts';
import { makeSample } from '../checkout/sample.ts';
import { writeDocument } from '../rendering/document.ts';
import type { HostedPage } from '../rendering/page.ts';
import { fillTemplate } from '../rendering/page-template.ts';
import { makePage } from '../rendering/pages.ts';
import { type HostedBuild, hostedBuild } from '../rendering/renderer.ts';
import { compressPieces, spliceGzip } from '../rendering/spliced-gzip.ts';

const now = new Date('2026-03-01T09:00:00Z');

/** A page that may contain anyone's text. */
interface Words {
  readonly name: string;
  readonly email: string;
  readonly description: string;
  readonly language: 'en' | 'de' | 'ar';
  readonly theme: 'light' | 'dark' | null;
}

async function newSample() {
  const { store } = await newMerchant();
  const whole = { id: store.id, slug: store.slug, name: store.name, logo: null, website: null, supportEmail: null };
  const options = { store: whole as never, environment: 'test', state: 'form', checkoutSettings: {} } as const;
  const inLanguage = (language: Words['language']) =>
    makeSample(db, options, now, voiceFor({ language, locale: language }));
  return { en: await inLanguage('en'), de: await inLanguage('de'), ar: await inLanguage('ar') };
}

/** The page of a session with unique text. */
function pageOf(sample: Awaited<ReturnType<typeof newSample>>, words: Words): HostedPage {
  const { view, form } = sample[words.language];
  const sessionId = newUnguessableId();
  const product = { ...view.product, name: words.name, description: words.description };
  const around = {
    store: { ...view.store, name: words.name },
    reading: { language: words.language, locale: words.language },
    theme: words.theme,
    path: `/${view.store.slug}/checkout/${sessionId}`,
  };
  const prefilled = form && { ...form, prefill: { ...form.prefill, email: words.email } };
  return makePage({ kind: 'checkout', view: { ...view, sessionId, product }, form: prefilled }, around, now);
}

function inFull(page: HostedPage, build: HostedBuild, nonce: string): string {
  const complete = build.complete(page);
  return Buffer.from(writeDocument(complete, build.render(complete), build, nonce)).toString();
}

/** Text that could end an attribute, a script, a string, a marker or a message. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('</script>', '"', "'", '<!--', '&amp;', '\\', '\\u003c', '$&', '{0}', '-----', '\u2028', '￿'),
      fc.string({ unit: 'binary', maxLength: 6 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

const words: fc.Arbitrary<Words> = fc.record({
  name: text,
  email: fc.oneof(text, fc.emailAddress()),
  description: text,
  language: fc.constantFrom('en', 'de', 'ar'),
  theme: fc.constantFrom('light', 'dark', null),
});

describe('an assembled document', () => {
  it('equals the rendered document for any text', async () => {
    const [sample, build] = [await newSample(), await hostedBuild()];
    fc.assert(
      fc.property(words, fc.array(text, { minLength: 1, maxLength: 3 }), (first, emails) => {
        // The first request creates the template; the next ones fill it with other values.
        for (const email of [first.email, ...emails]) {
          const [page, nonce] = [pageOf(sample, { ...first, email }), newNonce()];
          const filled = fillTemplate(page, build, nonce);
          expect(filled?.plain().toString()).toBe(inFull(page, build, nonce));
          expect(gunzipSync(filled?.gzip() ?? '').toString()).toBe(filled?.plain().toString());
        }
      }),
      { numRuns: 12 },
    );
  });

  it('is used for open forms with usual ids and times only', async () => {
    const [sample, build] = [await newSample(), await hostedBuild()];
    const page = pageOf(sample, { name: 'A', email: '', description: '', language: 'en', theme: null });
    expect(fillTemplate(page, build, newNonce())).toBeDefined();
    expect(fillTemplate({ ...page, path: `${page.path}"` }, build, newNonce())).toBeUndefined();
    expect(fillTemplate({ ...page, path: '/a' }, build, newNonce())).toBeUndefined();
    expect(fillTemplate({ ...page, content: { kind: 'not-found' } }, build, newNonce())).toBeUndefined();
    const { content } = page;
    if (content.kind !== 'checkout' || !content.form) throw new Error('the sample is a form');
    const sent = { ...content, form: { ...content.form, isSent: true } };
    expect(fillTemplate({ ...page, content: sent }, build, newNonce())).toBeUndefined();
  });

  it('is valid gzip for any values', () => {
    const part = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.constantFrom('abc'.repeat(20_000), ''));
    const gap = fc.tuple(fc.string({ unit: 'binary', maxLength: 40 }), fc.boolean());
    fc.assert(
      fc.property(part, fc.array(fc.tuple(gap, part), { maxLength: 6 }), (first, rest) => {
        const texts = [first, ...rest.map(([, after]) => after)];
        const fillings = rest.map(([[filling]]) => Buffer.from(filling));
        const gaps = rest.map(([[, isFree]], index) => (isFree ? null : (fillings[index]?.length ?? 0)));
        const parts = compressPieces(texts, gaps).flatMap((piece, index) => [
          piece,
          fillings[index] ?? Buffer.alloc(0),
        ]);
        const whole = Buffer.concat(
          texts.flatMap((one, index) => [Buffer.from(one), fillings[index] ?? Buffer.alloc(0)]),
        );
        expect(gunzipSync(spliceGzip(parts)).equals(whole)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(baseUrl + path, { headers: { 'Accept-Language': 'en', ...headers } });
const read = async (path: string, headers?: Record<string, string>) => await (await open(path, headers)).text();

describe('over HTTP', () => {
  it('serves each session its own page', async () => {
    const merchant = await newMerchant();
    const emails = ['ada@one.example', '"ben<b>"@two.example', '"c&\'d"@three.example', null];
    const sessions = await Promise.all(emails.map(async (email) => ({ email, ...(await newSession(merchant)) })));
    for (const { sessionId, email: buyerEmail } of sessions) {
      await db.update(checkoutSessions).set({ buyerEmail }).where(eq(checkoutSessions.id, sessionId));
    }
    const pages = await Promise.all(sessions.map(({ sessionId }) => read(`/${merchant.slug}/checkout/${sessionId}`)));
    for (const [index, html] of pages.entries()) {
      for (const [other, { sessionId, email }] of sessions.entries()) {
        expect(html.includes(sessionId)).toBe(other === index);
        const { form } = JSON.parse(/id="page">(.*?)<\/script>/s.exec(html)?.[1] ?? '').content;
        if (other === index) expect(form.prefill.email).toBe(email ?? '');
        else if (email) expect(html).not.toContain(email.split('@')[1]);
      }
    }
  });

  it('shows a change on the next request', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSession(merchant);
    const path = `/${merchant.slug}/checkout/${sessionId}`;
    const ofStore = eq(stores.id, merchant.store.id);
    const [session] = await db.select().from(checkoutSessions).where(eq(checkoutSessions.id, sessionId));
    if (!session) throw new Error('there is no session');
    const ofSession = eq(checkoutSessions.id, sessionId);
    const product = await newProduct(merchant, { name: 'Tide Tables', description: 'All *new*' });
    const [otherVersion] = await db
      .select({ productVersionId: productVersions.id, productId: productVersions.productId })
      .from(productVersions)
      .where(eq(productVersions.productId, fromShortId('PROD', product.id) ?? ''));
    if (!otherVersion) throw new Error('the product has no version');
    const changes: readonly [change: () => PromiseLike<unknown>, shown: string, headers?: Record<string, string>][] = [
      [
        () =>
          db
            .update(stores)
            .set({ checkoutSettings: { light: { checkoutColorBackground: '#fde8d0' } } })
            .where(ofStore),
        '#fde8d0',
      ],
      [() => db.update(stores).set({ name: 'Quay & Lantern' }).where(ofStore), 'Quay &amp; Lantern'],
      [() => db.update(stores).set({ supportEmail: 'quay@example.com' }).where(ofStore), 'mailto:quay@example.com'],
      [() => db.update(checkoutSessions).set(otherVersion).where(ofSession), '<title>Tide Tables'],
      [
        () =>
          db
            .update(checkoutSessions)
            .set({ price: { ...session.price, amountMinor: 1234 } })
            .where(ofSession),
        '$12.34',
      ],
      [async () => {}, '<html lang="ar" dir="rtl"', { 'Accept-Language': 'ar' }],
      [() => db.update(stores).set({ testClockAt: now }).where(ofStore), now.toISOString()],
    ];
    for (const [change, shown, headers] of changes) {
      expect(await read(path, shown.startsWith('<html') ? {} : headers)).not.toContain(shown);
      await change();
      expect(await read(path, headers)).toContain(shown);
    }
    expect(await read(path)).toContain('<em>new</em>');
    await db.update(products).set({ testStatus: 'inactive' }).where(eq(products.id, otherVersion.productId));
    expect(await read(path)).not.toContain('name="email"');
  });

  it('has a new nonce in every answer and encoding', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSession(merchant);
    const path = `/${merchant.slug}/checkout/${sessionId}`;
    const seen = new Set<string>();
    const texts = new Set<string>();
    for (const [encoding, best] of [
      ['gzip, deflate, br', 'gzip'],
      ['gzip', 'gzip'],
      ['br', 'br'],
      ['identity', null],
      ['gzip;q=0, br;q=0', null],
    ] as const) {
      const response = await open(path, { 'Accept-Encoding': encoding });
      expect([response.status, response.headers.get('content-encoding')], encoding).toEqual([200, best]);
      const html = await response.text();
      const [, nonce = ''] = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '') ?? [];
      const tags = [...html.matchAll(/<(?:script(?! type="application\/json")|style|link rel="modulepreload")[^>]*>/g)];
      expect(tags.length).toBeGreaterThan(3);
      for (const [tag] of tags) expect(tag).toContain(` nonce="${nonce}"`);
      expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
      seen.add(nonce);
      texts.add(html.replaceAll(nonce, '').replace(/"renderedAt":"[^"]*"/, ''));
    }
    expect([seen.size, texts.size]).toEqual([5, 1]);
  });
});
