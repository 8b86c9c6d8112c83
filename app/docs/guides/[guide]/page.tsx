import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { stepId } from '#app/docs/contents.ts';
import { GuideSteps, type ShownStep } from '#components/docs/guides/guide-steps.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import type { GuideStep } from '#server/docs/guides/guide.ts';
import { guides } from '#server/docs/guides/index.ts';
import { fillIn, placeholderText } from '#server/docs/placeholders.ts';

type Params = { params: Promise<{ guide: string }> };

const findGuide = (slug: string) => guides.find((guide) => guide.slug === slug);

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  return { title: findGuide((await params).guide)?.title ?? 'Page not found' };
}

/** A guide for one task. */
export default async function GuidePage({ params }: Params) {
  const guide = findGuide((await params).guide);
  if (!guide) notFound();
  return (
    <>
      <PageHeader title={guide.title} description={guide.summary} />
      <GuideSteps steps={guide.steps.map(shownStep)} />
    </>
  );
}

function shownStep({ title, text, call, query }: GuideStep): ShownStep {
  const step = { id: stepId(title), title, text };
  if (call) {
    const [resource, verb] = call.action.split('/');
    const body = JSON.stringify(fillIn(call.body, placeholderText), null, 2);
    const code = `POST /v1/actions/${call.action}\n\n${body}`;
    return {
      ...step,
      sample: { label: call.action, code, href: `/docs/${resource}#${verb}`, linkLabel: call.action },
    };
  }
  if (query) {
    const code = query.replaceAll(/\$(\w+)/g, (_, name: string) => placeholderText(name));
    return { ...step, sample: { label: 'GraphQL query', code, href: '/docs#graphql', linkLabel: 'GraphQL' } };
  }
  return step;
}
