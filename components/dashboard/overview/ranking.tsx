import { CardSection } from '#components/ui/card.tsx';
import { Link } from '#components/ui/link.tsx';

interface RankingLine {
  readonly id: string;
  readonly label: string;
  readonly href?: string;
  /** Formatted. */
  readonly figure: string;
  /** Relative to the first line's figure, 0 to 1. */
  readonly share: number;
}

interface RankingProps {
  title: string;
  lines: readonly RankingLine[];
  /** Shown when there are no lines. */
  empty: string;
}

/** A short list, largest first, each line with a bar relative to the first. */
export function Ranking({ title, lines, empty }: RankingProps) {
  return (
    <CardSection title={title}>
      {lines.length === 0 ? (
        <p className="text-sm text-muted">{empty}</p>
      ) : (
        <ol className="flex flex-col gap-3 text-sm">
          {lines.map(({ id, label, href, figure, share }) => (
            <li key={id}>
              <div className="flex items-baseline justify-between gap-3">
                {href ? (
                  <Link href={href} className="min-w-0 truncate text-link underline-offset-2 hover:underline">
                    {label}
                  </Link>
                ) : (
                  <span className="min-w-0 truncate">{label}</span>
                )}
                <span className="shrink-0 tabular-nums">{figure}</span>
              </div>
              <div className="mt-1 h-1 overflow-hidden rounded-full bg-sunken" aria-hidden>
                <div className="h-full rounded-full bg-primary" style={{ width: `${100 * share}%` }} />
              </div>
            </li>
          ))}
        </ol>
      )}
    </CardSection>
  );
}
