import { type LookupAddress, lookup } from "node:dns";
import { BlockList, isIPv6, type LookupFunction } from "node:net";

/** Special-purpose addresses (RFC 6890 and its registry): nothing official is there, but perhaps a neighbour's printer. */
const special = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  special.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of [
  ["::", 127],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const)
  special.addSubnet(net, prefix, "ipv6");

/** Whether an address is one of the public internet. An IPv4 address inside IPv6 counts as what it is. */
export const isPublicAddress = (address: string): boolean => {
  const inside = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (inside) return !special.check(inside, "ipv4");
  return !special.check(address, isIPv6(address) ? "ipv6" : "ipv4");
};

/**
 * Name lookup for connections to official services: the address found is the one connected to, and one that is not public
 * is refused, so that a name server cannot send us into a private network.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, "", 0);
    const allowed = addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = allowed;
    if (!first) {
      const refused: NodeJS.ErrnoException = new Error("not a public address");
      refused.code = "ADDRESS_REFUSED";
      return callback(refused, "", 0);
    }
    if (options.all) return callback(null, allowed);
    return callback(null, first.address, first.family);
  });
};
