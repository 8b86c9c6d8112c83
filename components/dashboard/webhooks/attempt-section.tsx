import { CardSection } from '#components/ui/card.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { Time } from '#components/ui/time.tsx';
import { durationText } from '../requests/request-words.ts';
import { StatusCode } from '../requests/status-code.tsx';

/** One request to a receiver, for display: secrets are masked and long bodies are cut. */
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

/** The request and the response of one attempt. */
export function AttemptSection({ attempt, isOpen }: { attempt: ShownAttempt; isOpen: boolean }) {
  const name = `Attempt ${attempt.attempt}`;
  return (
    <CardSection
      title={name}
      description={
        <>
          <Time value={attempt.startedAt} />, {durationText(attempt.durationMs)}
        </>
      }
      action={attempt.responseStatus !== null && <StatusCode status={attempt.responseStatus} />}
    >
      <DefinitionList>
        <Definition term="Sent to">
          <code className="font-mono text-sm break-all">{attempt.address}</code>
        </Definition>
        {attempt.error && (
          <Definition term="Error">
            <span className="text-danger-text wrap-anywhere">{attempt.error}</span>
          </Definition>
        )}
      </DefinitionList>
      <details open={isOpen} className="mt-3">
        <summary className="min-h-11 content-center text-sm font-medium sm:min-h-9">
          Request and response<span className="sr-only"> of attempt {attempt.attempt}</span>
        </summary>
        <div className="mt-2 grid items-start gap-4 xl:grid-cols-2">
          <Half title="Request" about={name} headers={attempt.requestHeaders} body={attempt.requestBody} absence="" />
          <Half
            title="Response"
            about={name}
            headers={attempt.responseHeaders}
            body={attempt.responseBody}
            absence={attempt.responseStatus === null ? 'No response.' : 'Empty body.'}
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
        <CodeBlock text={formatJson(body)} label={`${title} body, ${about}`} className="max-h-[32rem]" />
      ) : (
        <p className="text-sm text-muted">{absence}</p>
      )}
    </div>
  );
}

/** Indents JSON; returns other text unchanged. */
function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
