/**
 * The half of a page's session that browsers bind to an origin, which has a port: where a page keeps it, and the header in which it sends
 * it. The other half is a cookie, which browsers send to every port of a host.
 */
export const originHalf = { kept: "pincite-session", header: "pincite-session" } as const;

/** Where a page keeps that its session is a person's who signed in; nothing is kept for the account's own. It only says what to ask the server for. */
export const signedInKept = "pincite-signed-in";

/** Where people sign in for a page: the screen that leads there, with what it has, and where their issuer sends them back to. */
export const signInPaths = {
  screen: "/sign-in",
  begin: "/sign-in/begin",
  back: "/sign-in/return",
  style: "/sign-in/style.css",
} as const;
