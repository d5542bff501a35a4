import { type LookupAddress, type LookupAllOptions, lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Special-purpose IPv4 (IANA's registry, RFC 6890): nothing official is there, but perhaps a neighbour's printer. */
const specialV4 = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  specialV4.addSubnet(net, prefix, "ipv4");

/** All of IPv6 that is public lies in 2000::/3 (RFC 4291 2.4): the rest need not be listed to be refused. */
const globalV6 = new BlockList();
globalV6.addSubnet("2000::", 3, "ipv6");

/** Inside it: protocol assignments with Teredo, documentation, and 6to4, which hides an IPv4 address. */
const specialV6 = new BlockList();
for (const [net, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  specialV6.addSubnet(net, prefix, "ipv6");

/** The prefix under which a network without IPv4 reaches IPv4 (RFC 6052 2.1); its last 32 bits are the address. */
const translated = new BlockList();
translated.addSubnet("64:ff9b::", 96, "ipv6");

/** Whether an address is one of the public internet. An IPv4 address inside IPv6 counts as what it is; what is no address does not. */
export const isPublicAddress = (address: string): boolean => {
  // A zone (fe80::1%eth0) belongs to this link alone, and BlockList throws for one.
  const version = address.includes("%") ? 0 : isIP(address);
  if (version === 0) return false;
  const inside = version === 4 ? address : embeddedV4(address);
  if (inside) return !specialV4.check(inside, "ipv4");
  return globalV6.check(address, "ipv6") && !specialV6.check(address, "ipv6");
};

/** The IPv4 address in a mapped (::ffff:0:0/96) or translated one, however it is written; undefined for any other. */
const embeddedV4 = (address: string): string | undefined => {
  // The URL parser writes every IPv6 address in one way, the last 32 bits in two groups.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(":");
  const isMapped = /^::ffff:[^:]+:[^:]+$/.test(groups.join(":"));
  if (!isMapped && !translated.check(address, "ipv6")) return undefined;
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group || "0", 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
};

/** Looks a name up, as node:dns does. */
export type LookupAll = (
  name: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Name lookup for connections to official services: the address found is the one connected to, and one that is not public
 * is refused, so that a name server cannot send us into a private network, not even by another answer the second time.
 */
export const publicLookupBy =
  (find: LookupAll): LookupFunction =>
  (hostname, options, callback) => {
    find(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "", 0);
      const allowed = addresses.filter(({ address }) => isPublicAddress(address));
      const [first] = allowed;
      if (!first) return callback(addressRefused(), "", 0);
      if (options.all) return callback(null, allowed);
      return callback(null, first.address, first.family);
    });
  };

/** The same by the system's own lookup. */
export const publicLookup: LookupFunction = publicLookupBy(lookup);

/** The error of a connection that would lead somewhere private. */
export const addressRefused = (): NodeJS.ErrnoException =>
  Object.assign(new Error("not a public address"), { code: "ADDRESS_REFUSED" });
