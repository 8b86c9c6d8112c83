import { headers } from 'next/headers';
import { Callers } from '#components/docs/guide/callers.tsx';
import { Envelope, Errors, Idempotency, RateLimits } from '#components/docs/guide/conventions.tsx';
import { QuickStartSection } from '#components/docs/guide/quick-start.tsx';
import { GraphQl, TestCards, Webhooks } from '#components/docs/guide/selling.tsx';
import { Signing } from '#components/docs/guide/signing.tsx';
import { Identifiers, Money } from '#components/docs/guide/values.tsx';
import { GuideSection, Paragraph } from '#components/docs/prose.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { database } from '#db/client.ts';
import { findMerchantByEmail } from '#server/accounts/data/merchants.ts';
import { demoEmail } from '#server/accounts/data/operators.ts';
import { readMerchant } from '#server/api/sign-in/merchant-auth.ts';
import { resources } from '#server/docs/endpoints.ts';
import { canonicalLines, graphqlExample, testCards, workedExample } from '#server/docs/guide.ts';
import { guides } from '#server/docs/guides/index.ts';
import { statusMeanings } from '#server/docs/openapi.ts';
import { placeholderText } from '#server/docs/placeholders.ts';
import { createMerchantCommand, quickStarts } from '#server/docs/quick-starts/index.ts';
import { gatewayRefusals } from '#server/docs/refusals.ts';
import { settings as readSettings } from '#server/platform/settings.ts';
import { listMemberStores } from '#server/stores/stores.ts';

/** The API documentation's overview: everything that is not specific to one endpoint. */
export default async function GuidePage() {
  const { appUrl, rateLimits, sessionTokenTtlSeconds, explorer } = readSettings();
  const statuses = Object.entries(statusMeanings).map(([status, meaning]) => ({ status: Number(status), meaning }));
  return (
    <div className="max-w-4xl">
      <PageHeader
        title="API documentation"
        description="Counterfoil is a commerce API with a hosted checkout. Start with the quickstart or a guide, or look up an endpoint."
        actions={
          <ButtonLink href="/v1/openapi.json" prefetch={false}>
            OpenAPI 3.1
          </ButtonLink>
        }
      />
      <div className="flex flex-col gap-12">
        <QuickStartSection createCommand={createMerchantCommand('you@example.com')} programs={quickStarts(appUrl)} />
        <GuideSection id="guides" title="Guides">
          <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
            {guides.map(({ slug, title, summary }) => (
              <li key={slug} className="rounded-card border border-border bg-surface p-4 shadow-card">
                <Link href={`/docs/guides/${slug}`} className="font-semibold">
                  {title}
                </Link>
                <p className="mt-1 text-sm text-muted">{summary}</p>
              </li>
            ))}
          </ul>
        </GuideSection>
        <Signing example={workedExample} lines={canonicalLines(workedExample)} />
        <Callers sessionTokenMinutes={inMinutes(sessionTokenTtlSeconds)} />
        <Envelope />
        <Errors statuses={statuses} everywhere={gatewayRefusals} />
        <Idempotency />
        <RateLimits limits={rateLimits} />
        <Identifiers />
        <Money />
        <Webhooks />
        <TestCards cards={testCards()} />
        <GraphQl
          query={graphqlExample(placeholderText('storeId'))}
          explorer={explorer === 'on' ? await explorerUrl() : undefined}
        />
        <GuideSection id="resources" title="API reference">
          <Paragraph>Endpoints by resource, with callers, parameters, responses, examples and errors.</Paragraph>
          <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
            {resources().map(({ name, title, about, endpoints }) => (
              <li key={name} className="rounded-card border border-border bg-surface p-4 shadow-card">
                <Link href={`/docs/${name}`} className="font-semibold">
                  {title}
                </Link>
                <p className="mt-1 text-sm text-muted">{about}</p>
                <p className="mt-2 text-xs text-muted">
                  {endpoints.length} {endpoints.length === 1 ? 'endpoint' : 'endpoints'}
                </p>
              </li>
            ))}
          </ul>
        </GuideSection>
      </div>
    </div>
  );
}

function inMinutes(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes < 1 ? `${seconds} seconds` : minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

/** The explorer's URL for the signed-in user's first store or the demo store; null if there is no store. */
async function explorerUrl(): Promise<string | null> {
  const store = await findReadersStore(await headers()).catch(() => undefined);
  return store ? `/v1/graphql?slug=${store.slug}` : null;
}

/** Rejects if the database is unavailable; the caller renders the page without a store. */
async function findReadersStore(requestHeaders: Headers) {
  const { db } = database(readSettings());
  const reader = (await readMerchant(requestHeaders)) ?? (await findMerchantByEmail(db, demoEmail));
  return reader && (await listMemberStores(db, reader.id))[0];
}
