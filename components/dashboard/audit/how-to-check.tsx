import { CardSection } from '#components/ui/card.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { checkScript } from './check-script.ts';

/** How anybody can check an export, without asking this service. */
export const HowToCheck = () => (
  <CardSection
    title="Check an export yourself"
    description="Each entry’s hash is the SHA-256 of the JSON text [previousHash, position, event] without white space, all names in order; the next entry’s previousHash is that hash. Entries of each owner’s account and stores are one chain. Keep an export somewhere else, and nobody can rewrite what is in it."
  >
    <CodeBlock text={checkScript} label="Check of a JSON Lines export, for Node.js" className="max-h-80" />
  </CardSection>
);
