/** Work that is done several at a time. */

/** Does all of it at once, and waits for each part, also where one fails; then it fails as that one did. */
export async function inLanes(parts: readonly (() => Promise<void>)[]): Promise<void> {
  const ended = await Promise.allSettled(parts.map((part) => part()));
  const broken = ended.find((part) => part.status === 'rejected');
  if (broken) throw broken.reason;
}
