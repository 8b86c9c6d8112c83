import { CardSection } from '#components/ui/card.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { Time } from '#components/ui/time.tsx';
import { durationText } from '../requests/request-words.ts';
import { StatusCode } from '../requests/status-code.tsx';

/** One request to a receiver, ready to be shown: what lets somebody in is masked, and what is long is cut. */
export interface ShownAttempt {
  readonly id: string;
  readonly attempt: number;
  readonly address: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string;
  readonly responseStatus: number | null;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly startedAt: Date;
  readonly durationMs: number;
}

/** What was sent at one try, and what came back. */
export function AttemptSection({ attempt: one, isOpen }: { attempt: ShownAttempt; isOpen: boolean }) {
  const name = `Try ${one.attempt}`;
  return (
    <CardSection
      title={name}
      description={
        <>
          <Time value={one.startedAt} />, took {durationText(one.durationMs)}
        </>
      }
      action={one.responseStatus !== null && <StatusCode status={one.responseStatus} />}
    >
      <DefinitionList>
        <Definition term="Sent to">
          <code className="font-mono text-sm break-all">{one.address}</code>
        </Definition>
        {one.error && (
          <Definition term="Failed">
            <span className="text-danger-text wrap-anywhere">{one.error}</span>
          </Definition>
        )}
      </DefinitionList>
      <details open={isOpen} className="mt-3">
        <summary className="min-h-11 content-center text-sm font-medium sm:min-h-9">
          Request and answer<span className="sr-only"> of try {one.attempt}</span>
        </summary>
        <div className="mt-2 grid items-start gap-4 xl:grid-cols-2">
          <Half title="Request" about={name} headers={one.requestHeaders} body={one.requestBody} absence="" />
          <Half
            title="Answer"
            about={name}
            headers={one.responseHeaders}
            body={one.responseBody}
            absence={one.responseStatus === null ? 'There was none.' : 'It had no body.'}
          />
        </div>
      </details>
    </CardSection>
  );
}

interface HalfProps {
  title: string;
  about: string;
  headers: Readonly<Record<string, string>> | null;
  body: string | null;
  absence: string;
}

function Half({ title, about, headers, body, absence }: HalfProps) {
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="text-sm font-medium text-muted">{title}</h3>
      {lines.length > 0 && (
        <CodeBlock text={lines.join('\n')} label={`${title} headers, ${about}`} className="max-h-64" />
      )}
      {body ? (
        <CodeBlock text={indented(body)} label={`${title} body, ${about}`} className="max-h-[32rem]" />
      ) : (
        <p className="text-sm text-muted">{absence}</p>
      )}
    </div>
  );
}

/** JSON laid out to be read; anything else as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
