import { CardSection } from '#components/ui/card.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { checkScript } from './check-script.ts';

/** Explains how to verify an export offline. */
export const HowToCheck = () => (
  <CardSection
    title="Verify an export"
    description="Each hash is the SHA-256 of the JSON array [previousHash, position, event], without whitespace and with sorted keys. It becomes the previousHash of the next entry. An owner’s account and stores share one chain. Keep an export in another place to detect later changes."
  >
    <CodeBlock text={checkScript} label="Node.js script that verifies a JSON Lines export" className="max-h-80" />
  </CardSection>
);
