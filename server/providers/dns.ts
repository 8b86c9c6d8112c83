/** Looks up what a domain says of itself. */
import { Resolver } from 'node:dns/promises';

export interface DnsProvider {
  /** The texts of a name's TXT records, the parts of each joined; none where there are none. Throws where nobody answers. */
  findTexts(name: string): Promise<readonly string[]>;
}

/** What a resolver says of a name that has no such record, or does not exist: an answer, not a failure. */
const noRecord: ReadonlySet<unknown> = new Set(['ENODATA', 'ENOTFOUND']);

/** By the name servers of this machine. */
export function dnsProvider(): DnsProvider {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  return {
    async findTexts(name) {
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
      } catch (error) {
        if (noRecord.has((error as NodeJS.ErrnoException).code)) return [];
        throw error;
      }
    },
  };
}
