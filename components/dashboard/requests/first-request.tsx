import { CodeBlock } from '#components/ui/code-block.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Link } from '#components/ui/link.tsx';

/** The empty log's content: a first call that needs no API key. */
export function FirstRequest({
  appUrl,
  slug,
  environment,
  keysHref,
}: {
  appUrl: string;
  slug: string;
  environment: string;
  keysHref: string;
}) {
  const command = [
    `curl ${appUrl}/v1/graphql \\`,
    `  -H 'X-Store-Slug: ${slug}' \\`,
    `  -H 'X-Environment: ${environment}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"query": "{ stores { name } }"}'`,
  ].join('\n');
  return (
    <div className="flex flex-col gap-3 text-start">
      <p className="text-center">
        API calls appear here within a second, with the request, the response and any error. Try this one, which needs
        no key:
      </p>
      <div className="relative">
        <CodeBlock text={command} label="First call" />
        <CopyButton value={command} label="first call" compact className="absolute! end-2 top-2 bg-sunken" />
      </div>
      <p className="text-center">
        All other calls are signed. <Anchor href={keysHref}>Create an API key</Anchor>, then follow the{' '}
        <Anchor href="/docs">API documentation</Anchor>.
      </p>
    </div>
  );
}

const Anchor = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} className="font-medium text-link underline underline-offset-2">
    {children}
  </Link>
);
