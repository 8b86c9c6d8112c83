import { clsx } from 'clsx';
import { ButtonLink } from '../../ui/button.tsx';

interface ChargePagesProps {
  /** The addresses of the pages beside one; undefined: nothing is there. */
  sooner: string | undefined;
  later: string | undefined;
}

/** Steps through a list that begins with what is charged next. Shows nothing where there is one page only. */
export const ChargePages = ({ sooner, later }: ChargePagesProps) =>
  (sooner || later) && (
    <nav
      aria-label="Pages"
      className={clsx(
        'flex items-center gap-3 border-t border-border px-4 py-3 sm:px-5',
        sooner ? 'justify-between' : 'justify-end',
      )}
    >
      {sooner && (
        <ButtonLink size="small" href={sooner} rel="prev">
          Charged sooner
        </ButtonLink>
      )}
      {later && (
        <ButtonLink size="small" href={later} rel="next">
          Charged later
        </ButtonLink>
      )}
    </nav>
  );
