/** Verifies the hashes of a JSON Lines export. A test runs it unchanged. */
export const checkScript = `import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const canonical = (v) =>
  Array.isArray(v) ? \`[\${v.map(canonical)}]\`
  : v && typeof v === 'object' ? \`{\${Object.keys(v).sort().map((k) => \`\${JSON.stringify(k)}:\${canonical(v[k])}\`)}}\`
  : JSON.stringify(v);
for (const line of readFileSync(process.argv[2], 'utf8').trim().split('\\n')) {
  const { position, previousHash, hash, masked, event } = JSON.parse(line);
  const expected = createHash('sha256').update(canonical([previousHash, position, event])).digest('hex');
  if (hash && !masked && expected !== hash) console.log(position, event.id, 'has been altered');
}
`;
