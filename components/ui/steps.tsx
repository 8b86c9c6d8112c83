import { ButtonLink } from './button.tsx';

interface StepsProps {
  /** The list's beginning; undefined: one is there. */
  newest: string | undefined;
  /** What comes after this page; undefined: nothing. */
  older: string | undefined;
}

/** The ways through a list that goes on from its last line. Shows nothing where there is one page only. */
export function Steps({ newest, older }: StepsProps) {
  if (!newest && !older) return null;
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2 border-t border-border px-4 py-3 sm:px-5">
      {newest && (
        <ButtonLink size="small" href={newest}>
          Newest
        </ButtonLink>
      )}
      {older && (
        <ButtonLink size="small" href={older} rel="next">
          Older
        </ButtonLink>
      )}
    </nav>
  );
}
