/** The file name of a downloaded private key. */
export function keyFileName(nickname: string, environment: string): string {
  const name = nickname
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return `${['counterfoil', environment, name].filter(Boolean).join('-')}.pem`;
}
