/** The name of the file that a key's private half is downloaded as. */
export function keyFileName(nickname: string, environment: string): string {
  const name = nickname
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return `${['counterfoil', environment, name].filter(Boolean).join('-')}.pem`;
}
