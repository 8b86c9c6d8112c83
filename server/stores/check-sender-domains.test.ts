import { eq, inArray } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { senderDomains } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { db, newMerchant, type TestMerchant } from '#server/testing/api.ts';
import { deleteStore, eventsOf, newSenderDomain } from '#server/testing/reviews.ts';
import { checkSenderDomains } from './check-sender-domains.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A fake resolver with fixed answers that records its queries. */
function resolver(answers: Record<string, string[] | Error>) {
  const queries: string[] = [];
  return {
    queries,
    findTexts: async (name: string) => {
      queries.push(name);
      const answer = answers[name] ?? [];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}

const rowOf = async (id: string) => (await db.select().from(senderDomains).where(eq(senderDomains.id, id)))[0];

test('moves a domain with the record to review, also with concurrent workers', async () => {
  const merchant = await newMerchant();
  const { id, dnsRecord } = await newSenderDomain(merchant);
  const dns = resolver({ [dnsRecord.name]: ['v=spf1 -all', dnsRecord.value] });
  await Promise.all(Array.from({ length: 4 }, () => checkSenderDomains(db, dns, new Date())));
  expect(dns.queries.filter((name) => name === dnsRecord.name)).toHaveLength(1);
  expect(await rowOf(id)).toMatchObject({ status: 'in_review', checkProblem: null });
  expect(await eventsOf(merchant)).toEqual(['sender.added', 'sender.proven']);
});

test.each([
  ['no record', () => [], (domain: string) => `There is no TXT record at _counterfoil.${domain} yet`],
  [
    'somebody else’s record',
    () => ['counterfoil-verification=00000000000000000000000000000000'],
    (domain: string) => `The TXT record at _counterfoil.${domain} has a different value`,
  ],
  [
    'no answer',
    () => new Error('queryTxt ETIMEOUT with details of the network'),
    (domain: string) => `The name servers of ${domain} did not answer`,
  ],
] as const)('%s: unproven, and the merchant reads why', async (_, answer, problem) => {
  const merchant = await newMerchant();
  const { id, domain, dnsRecord } = await newSenderDomain(merchant);
  await checkSenderDomains(db, resolver({ [dnsRecord.name]: answer() as string[] | Error }), new Date());
  expect(await rowOf(id)).toMatchObject({
    status: 'unproven',
    checkProblem: problem(domain),
    checkedAt: expect.any(Date),
  });
  expect(await eventsOf(merchant)).toEqual(['sender.added']);
});

test('looks up each domain every five minutes for a week, and immediately on request', async () => {
  const merchant = await newMerchant();
  const { id, dnsRecord } = await newSenderDomain(merchant);
  const start = Date.now();
  const looksAt = async (afterMs: number) => {
    const dns = resolver({});
    await checkSenderDomains(db, dns, new Date(start + afterMs));
    return dns.queries.includes(dnsRecord.name);
  };
  expect(await looksAt(0)).toBe(true);
  expect(await looksAt(4 * minuteMs)).toBe(false);
  expect(await looksAt(5 * minuteMs)).toBe(true);
  await merchant.call('sender-domain/check-domain', { id });
  expect(await looksAt(6 * minuteMs)).toBe(true);
  expect(await looksAt(7 * dayMs - minuteMs)).toBe(true);
  expect(await looksAt(7 * dayMs + 10 * minuteMs)).toBe(false);
  await merchant.call('sender-domain/check-domain', { id });
  expect(await looksAt(8 * dayMs)).toBe(true);
});

test('ignores a domain revoked during its lookup, and those of a deleted store', async () => {
  const [merchant, closed] = [await newMerchant(), await newMerchant()];
  const [revoked, gone] = [await newSenderDomain(merchant), await newSenderDomain(closed)];
  await deleteStore(closed);
  const answers = { [gone.dnsRecord.name]: [gone.dnsRecord.value] };
  const queries: string[] = [];
  const dns = {
    findTexts: async (name: string) => {
      queries.push(name);
      if (name === revoked.dnsRecord.name) await merchant.call('sender-domain/revoke-domain', { id: revoked.id });
      return name === revoked.dnsRecord.name ? [revoked.dnsRecord.value] : (answers[name] ?? []);
    },
  };
  await checkSenderDomains(db, dns, new Date());
  expect(queries).toContain(revoked.dnsRecord.name);
  expect(queries).not.toContain(gone.dnsRecord.name);
  expect(await eventsOf(merchant)).toEqual(['sender.added', 'sender.revoked']);
  expect((await rowOf(gone.id))?.status).toBe('unproven');
});

/** Domains of the merchant with the oldest lookups of all tests. */
async function newDueDomains(merchant: TestMerchant, names: readonly string[]) {
  const rows = names.map((domain, index) => ({
    id: newId(),
    merchantId: merchant.id,
    storeId: merchant.store.id,
    domain,
    dnsToken: '0'.repeat(32),
    status: 'unproven' as const,
    checkedAt: new Date(Date.UTC(2020, 0, 1, 0, 0, 0, index)),
    // The ones with the oldest lookup are the newest, because their age must not count.
    createdAt: new Date(Date.now() - index * 1000),
    updatedAt: new Date(),
  }));
  await db.insert(senderDomains).values(rows);
  onTestFinished(async () => {
    await db.delete(senderDomains).where(inArray(senderDomains.domain, [...names]));
  });
  return rows;
}

const namesOf = (queries: readonly string[]) => queries.map((name) => name.replace('_counterfoil.', ''));

test('looks up at most 200 per run, oldest lookup first', async () => {
  const merchant = await newMerchant();
  const names = Array.from({ length: 201 }, (_, index) => `${index}.${merchant.store.id}.example.com`);
  await newDueDomains(merchant, names);
  const asking = await newSenderDomain(await newMerchant());
  const [first, next] = [resolver({}), resolver({})];
  await checkSenderDomains(db, first, new Date());
  expect(namesOf(first.queries)).toEqual(names.slice(0, 200));
  await checkSenderDomains(db, next, new Date());
  expect(namesOf(next.queries)[0]).toBe(names[200]);
  expect(next.queries).toContain(asking.dnsRecord.name);
});

test('silent name servers delay no other domain and are retried after half an hour', async () => {
  const merchant = await newMerchant();
  const silent = Array.from({ length: 30 }, (_, index) => `${index}.${merchant.store.id}.example.com`);
  const rows = await newDueDomains(merchant, [...silent, `good.${merchant.store.id}.example.com`]);
  const good = rows.at(-1);
  const [isAsked, isSilent] = [new Set<string>(), new Set(silent)];
  const dns = {
    findTexts: async (name: string) => {
      isAsked.add(name.replace('_counterfoil.', ''));
      if (isSilent.has(name.replace('_counterfoil.', ''))) return await new Promise<string[]>(() => {});
      return name.startsWith('_counterfoil.good.') ? [`counterfoil-verification=${good?.dnsToken}`] : [];
    },
  };
  const start = Date.now();
  const countQueried = async (afterMs: number) => {
    isAsked.clear();
    await checkSenderDomains(db, dns, new Date(start + afterMs), { maxDomains: 200, timeoutMs: 200 });
    return silent.filter((name) => isAsked.has(name)).length;
  };
  expect(await countQueried(0)).toBe(30);
  // Sequential lookups would take longer.
  expect(Date.now() - start).toBeLessThan(5000);
  expect((await rowOf(good?.id ?? ''))?.status).toBe('in_review');
  const [row] = rows;
  expect((await rowOf(row?.id ?? ''))?.checkProblem).toBe(`The name servers of ${silent[0]} did not answer`);
  expect(await countQueried(29 * minuteMs)).toBe(0);
  expect(await countQueried(30 * minuteMs)).toBe(30);
});
