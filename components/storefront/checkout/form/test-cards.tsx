import { ChevronDown } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import type { TestCard } from '#server/storefront/checkout/form.ts';
import { useSay } from '../../page/page-context.tsx';

/** The sandbox's test cards. The first one succeeds. */
export function TestCards({ cards, onChoose }: { cards: readonly TestCard[]; onChoose: (number: string) => void }) {
  const say = useSay();
  const [first, ...others] = cards;
  if (!first) return null;
  return (
    <div className="rounded-control border border-dashed border-control text-sm">
      <ul className="ps-3 pe-1">
        <TestCardLine card={first} onChoose={onChoose} />
      </ul>
      <details className="group border-t border-border">
        <summary className="flex min-h-11 list-none items-center gap-1.5 px-3 text-muted [&::-webkit-details-marker]:hidden">
          <ChevronDown className="size-4 transition-transform group-open:rotate-180" aria-hidden />
          {say('testCards.others')}
        </summary>
        <ul className="divide-y divide-border border-t border-border ps-3 pe-1">
          {others.map((card) => (
            <TestCardLine key={card.number} card={card} onChoose={onChoose} />
          ))}
        </ul>
      </details>
    </div>
  );
}

function TestCardLine({ card: { number, effect }, onChoose }: { card: TestCard; onChoose: (number: string) => void }) {
  const say = useSay();
  return (
    <li className="flex items-center justify-between gap-x-2 py-1">
      <span className="flex min-w-0 flex-col">
        <bdi className="self-start whitespace-nowrap tabular-nums" dir="ltr">
          {number}
        </bdi>
        <span className="text-muted">{effect}</span>
      </span>
      <Button
        variant="ghost"
        className="min-h-11! shrink-0 text-link! underline underline-offset-2"
        onClick={() => onChoose(number)}
        aria-label={say('testCards.fillInNumber', { number })}
      >
        {say('testCards.fillIn')}
      </Button>
    </li>
  );
}

/** The values of the three card fields for a test card. American Express has a 4-digit security code. */
export const filledIn = (number: string, expiry: string): readonly string[] => [
  number,
  expiry,
  /^3[47]/.test(number) ? '1234' : '123',
];
