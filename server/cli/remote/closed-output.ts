/** Output whose reader ends early, as with `logs | head`. */

/** Lets a command complete without an error if nothing reads its output any more. Call once per process. */
export function endQuietlyUnread(): void {
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (!isUnread(error)) throw error;
    });
  }
}

/** Whether a stream failed because nothing reads it any more. */
export const isUnread = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE';
