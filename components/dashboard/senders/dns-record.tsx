import { CopyField } from '#components/ui/copy-field.tsx';
import { Time } from '#components/ui/time.tsx';

interface DnsRecordProps {
  domain: string;
  record: { readonly name: string; readonly value: string };
  checkedAt: Date | null;
  problem: string | null;
}

/** The record that proves a domain, and what was found when it was last looked for. */
export function DnsRecord({ domain, record, checkedAt, problem }: DnsRecordProps) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>Publish this TXT record where the DNS of {domain} is kept:</p>
      <div className="grid gap-3 md:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-1.5">
          <p className="text-muted">Name</p>
          <CopyField value={record.name} what={`record name of ${domain}`} />
        </div>
        <div className="flex min-w-0 flex-col gap-1.5">
          <p className="text-muted">Value</p>
          <CopyField value={record.value} what={`record value of ${domain}`} />
        </div>
      </div>
      <p className="text-muted" aria-live="polite">
        {checkedAt ? (
          <>
            Last looked up <Time value={checkedAt} />
            {problem && `: ${problem}.`}
          </>
        ) : (
          'It is looked up within a minute, and then every few minutes for a week.'
        )}
      </p>
    </div>
  );
}
