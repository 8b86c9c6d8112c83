/** DNS lookups of TXT records. */
import { Resolver } from 'node:dns/promises';

export interface DnsProvider {
  /**
   * The TXT records of a name, each with its parts joined; empty if there are none. Throws if no name server answers.
   */
  findTexts(name: string): Promise<readonly string[]>;
}

/** Resolver errors for a missing record or name, which are answers rather than failures. */
const noRecord: ReadonlySet<unknown> = new Set(['ENODATA', 'ENOTFOUND']);

/** Uses the name servers of this machine. */
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
