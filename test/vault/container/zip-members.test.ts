import { describe, expect, it } from "vitest";
import { bytesInMemory } from "../../../src/vault/container/file-bytes.ts";
import { atStart } from "../../../src/vault/container/steps.ts";
import { zipMembers } from "../../../src/vault/container/zip-members.ts";
import { makeZip } from "../support/zip-maker.ts";

const text = Buffer.from("woorden");

/** What becomes of each file of a zip: its name, and why it was refused. */
const told = async (zip: Uint8Array): Promise<string[]> => {
  const members: string[] = [];
  for await (const member of zipMembers(bytesInMemory(zip), atStart()))
    members.push(`${member.name}${"given" in member && "refusal" in member.given ? " refused" : ""}`);
  return members;
};

/** The end of a zip told by the records of zip64: more files than sixteen bits count. */
const withLargeEnd = (zip: Uint8Array, count: number): Uint8Array => {
  const end = zip.length - 22;
  const [size, at] = [12, 16].map((o) => Buffer.from(zip).readUInt32LE(end + o)) as [number, number];
  const large = Buffer.alloc(76);
  large.write("PK\x06\x06", 0, "latin1");
  large.writeBigUInt64LE(44n, 4);
  large.writeBigUInt64LE(BigInt(count), 32);
  large.writeBigUInt64LE(BigInt(size), 40);
  large.writeBigUInt64LE(BigInt(at), 48);
  large.write("PK\x06\x07", 56, "latin1");
  large.writeBigUInt64LE(BigInt(end), 64);
  return Buffer.concat([zip.subarray(0, end), large, zip.subarray(end)]);
};

describe("the files of a zip", () => {
  // A mailbox of 500,000 messages in a zip of single files was refused from the 100,001st file on.
  it("may be more than 100,000, each under its own name, the one that is there twice refused", async () => {
    const count = 120_000;
    const entries = Array.from({ length: count }, (_, i) => ({ name: `${i}.txt`, bytes: text, stored: true }));
    entries[119_998] = { name: "7.TXT", bytes: text, stored: true };
    // The counts of sixteen bits say what does not fit; whoever reads them is sent to the large ones.
    const zip = withLargeEnd(makeZip(entries.slice(0, 1)), 1);
    expect(await told(zip)).toEqual(["0.txt"]);
    const members = await told(withLargeEnd(manyFiles(entries.map(({ name }) => name)), count));
    expect(members).toHaveLength(count);
    expect([members[0], members[7], members[100_000]]).toEqual(["0.txt", "7.txt", "100000.txt"]);
    expect(members.filter((each) => each.endsWith("refused"))).toEqual(["entry-119999 refused"]);
  });

  // Fifty thousand took sixteen seconds to be told of one by one.
  it("are told of one by one where a thousand are empty, and of those above by how many there are; what has words is given", async () => {
    const names = Array.from({ length: 3_000 }, (_, i) => `${i}.txt`);
    const entries = names.map((name) => ({ name, bytes: new Uint8Array(), stored: true }));
    const zip = makeZip([...entries, { name: "words.txt", bytes: text, stored: true }]);
    const reasons: string[] = [];
    for await (const member of zipMembers(bytesInMemory(zip), atStart()))
      reasons.push("given" in member && "refusal" in member.given ? member.given.refusal : member.name);
    expect(reasons).toHaveLength(1_002);
    expect(reasons[1_000]).toBe(
      "it is empty, and so are 1999 more files of this archive, which are not told of one by one",
    );
    expect(reasons[1_001]).toBe("words.txt");
  });

  it("are given in the order of the directory, whatever the order in which they lie", async () => {
    const [first, second] = ["a.txt", "b.txt"].map((name) => ({ name, bytes: text, stored: true }));
    const zip = Buffer.from(makeZip([first!, second!]));
    const at = zip.readUInt32LE(zip.length - 6);
    const entry = 46 + 5;
    const turned = Buffer.concat([
      zip.subarray(0, at),
      zip.subarray(at + entry, at + 2 * entry),
      zip.subarray(at, at + entry),
      zip.subarray(at + 2 * entry),
    ]);
    expect(await told(turned)).toEqual(["b.txt", "a.txt"]);
  });

  it("are refused as a whole where the directory says more of them than it holds", async () => {
    const zip = withLargeEnd(makeZip([{ name: "a.txt", bytes: text }]), 300_000);
    await expect(told(zip)).rejects.toThrow(/damaged/);
    await expect(told(withLargeEnd(makeZip([{ name: "a.txt", bytes: text }]), 500_000))).rejects.toThrow(/400000/);
  });
});

/** A zip of stored files that all have the same words; the same as `makeZip` makes, whose counts end at 65,535. */
const manyFiles = (names: readonly string[]): Uint8Array => {
  const [pieces, directory]: [Uint8Array[], Uint8Array[]] = [[], []];
  let at = 0;
  for (const name of names) {
    const one = Buffer.from(makeZip([{ name, bytes: text, stored: true }]));
    const local = one.subarray(0, 30 + name.length + text.length);
    const central = one.subarray(local.length, local.length + 46 + name.length);
    central.writeUInt32LE(at, 42);
    pieces.push(local);
    directory.push(central);
    at += local.length;
  }
  const end = Buffer.from(makeZip([])).subarray(-22);
  const all = Buffer.concat(directory);
  end.writeUInt32LE(all.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...pieces, all, end]);
};
