/**
 * The half of a page's session that browsers bind to an origin, which has a port: where a page keeps it, and the header in which it sends
 * it. The other half is a cookie, which browsers send to every port of a host.
 */
export const originHalf = { kept: "pincite-session", header: "pincite-session" } as const;
