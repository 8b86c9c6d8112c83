// Without this file, Next.js would read the configuration of the folders above.
export default {};
