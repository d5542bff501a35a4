/** Signs of an address of ours, query and what stands behind the # included; none by which a browser would leave this host. */
const pattern = /^\/(?!\/)[A-Za-z0-9._~/?#=&%:,-]{0,500}$/u;

/** Where to go on: a path of this server that is asked for, or the first page for anything else. */
export const ownPath = (asked: string | null): string =>
  asked !== null && pattern.test(asked) && !/^\/(?:sign-in|session)\b/u.test(asked) ? asked : "/";
