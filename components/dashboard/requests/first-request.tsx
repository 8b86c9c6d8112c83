import { CodeBlock } from '#components/ui/code-block.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Link } from '#components/ui/link.tsx';

/** A call that can be made at once, without a key: what an empty log shows. */
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
        Make a call, and it stands here a second later: what was sent, what was answered, and what was wrong with it.
        This one needs no key:
      </p>
      <div className="relative">
        <CodeBlock text={command} label="First call" />
        <CopyButton value={command} what="first call" compact className="absolute! end-2 top-2 bg-sunken" />
      </div>
      <p className="text-center">
        Everything else is signed: <Anchor href={keysHref}>make an API key</Anchor>, then follow the{' '}
        <Anchor href="/docs">reference</Anchor>.
      </p>
    </div>
  );
}

const Anchor = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} className="font-medium text-link underline underline-offset-2">
    {children}
  </Link>
);
