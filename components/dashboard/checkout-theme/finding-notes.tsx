import { describeFindings, type ThemeFinding } from '#components/storefront/theme/theme-findings.ts';
import { Alert } from '#components/ui/alert.tsx';

/** Lists colors that the checkout adjusts for contrast. Renders nothing if there are none. */
export function FindingNotes({ findings }: { findings: readonly ThemeFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <Alert tone="warning" role="note">
      <ul className="flex flex-col gap-2">
        {describeFindings(findings).map(({ key, text, used }) => (
          <li key={key}>
            {text}
            {used && (
              <span
                className="ms-1.5 inline-block size-3 rounded-full border border-control align-baseline"
                style={{ backgroundColor: used }}
              />
            )}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
