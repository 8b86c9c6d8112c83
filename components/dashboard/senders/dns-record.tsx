import { CopyField } from '#components/ui/copy-field.tsx';
import { Time } from '#components/ui/time.tsx';

interface DnsRecordProps {
  domain: string;
  record: { readonly name: string; readonly value: string };
  checkedAt: Date | null;
  problem: string | null;
}

/** The DNS record that verifies a domain, and the result of the last lookup. */
export function DnsRecord({ domain, record, checkedAt, problem }: DnsRecordProps) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>Add this TXT record to the DNS of {domain}:</p>
      <div className="grid gap-3 md:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-1.5">
          <p className="text-muted">Name</p>
          <CopyField value={record.name} label={`record name of ${domain}`} />
        </div>
        <div className="flex min-w-0 flex-col gap-1.5">
          <p className="text-muted">Value</p>
          <CopyField value={record.value} label={`record value of ${domain}`} />
        </div>
      </div>
      <p className="text-muted" aria-live="polite">
        {checkedAt ? (
          <>
            Last checked <Time value={checkedAt} />
            {problem && `: ${problem}.`}
          </>
        ) : (
          'We check the record within a minute, then every few minutes for a week.'
        )}
      </p>
    </div>
  );
}
