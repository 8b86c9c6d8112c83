import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { EndpointSection, type ShownEndpoint } from '#components/docs/endpoint-section.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { callerTitles, type Endpoint, notesOn, resources } from '#server/docs/endpoints.ts';
import { examplesOf, placeholderValues } from '#server/docs/examples.ts';
import type { DocumentedRefusal } from '#server/docs/refusals.ts';
import { responseExample } from '#server/docs/response-examples.ts';
import { settings } from '#server/platform/settings.ts';

type Params = { params: Promise<{ resource: string }> };

const findResource = (name: string) => resources().find((resource) => resource.name === name);

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  const { resource } = await params;
  return { title: findResource(resource)?.title ?? 'Page not found' };
}

/** The reference page of one resource. */
export default async function ResourcePage({ params }: Params) {
  const resource = findResource((await params).resource);
  if (!resource) notFound();
  const values = placeholderValues(settings().appUrl);
  return (
    <>
      <PageHeader title={resource.title} description={resource.about} />
      <div className="flex flex-col gap-14">
        {resource.endpoints.map((endpoint) => (
          <EndpointSection
            key={endpoint.name}
            endpoint={{
              ...shownEndpoint(endpoint),
              responseExample: responseText(endpoint.name),
              examples: examplesOf(endpoint, values).map(({ language, caller, label, code }) => ({
                value: `${language}-${caller}`,
                label,
                code,
              })),
            }}
          />
        ))}
      </div>
    </>
  );
}

function shownEndpoint(endpoint: Endpoint): Omit<ShownEndpoint, 'examples' | 'responseExample'> {
  const { name, verb, path, action, callers, request, response, refusals, isImplemented } = endpoint;
  const isMalformed = ({ source }: DocumentedRefusal) => source === 'field';
  return {
    name,
    verb,
    path,
    summary: action.docs.summary,
    callers: callers.map((kind) => callerTitles[kind]),
    notes: notesOn(endpoint),
    request,
    response,
    isImplemented,
    refusals: refusals.filter((refusal) => refusal.source !== 'gateway' && !isMalformed(refusal)),
    malformed: refusals.filter(isMalformed),
  };
}

function responseText(name: string): string | undefined {
  const response = responseExample(name, settings().appUrl);
  return response === undefined ? undefined : JSON.stringify(response, null, 2);
}
