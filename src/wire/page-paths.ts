/** Pages by the beginning of their address, with the file that each is; what follows it is for the page's own script. */
const shells: readonly [pattern: RegExp, file: string][] = [
  [/^\/(?:run(?:\/[A-Za-z0-9._-]+)?|invitation)?$/u, "index.html"],
  [/^\/vault(?:\/.*)?$/u, "vault.html"],
  [/^\/verify$/u, "verify.html"],
];

/** The file of the page at a path; undefined: no page is there. */
export const shellAt = (path: string): string | undefined => shells.find(([pattern]) => pattern.test(path))?.[1];
