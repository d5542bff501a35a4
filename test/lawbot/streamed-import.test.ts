import { readdirSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { ImportItem_Outcome as Outcome } from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { CanonicalTextSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { readBwb } from "../../src/lawbot/nl/bwb/read-bwb.ts";
import { dutch } from "../../src/lawbot/nl/dutch.ts";
import { OpenLaw } from "../../src/lawbot/open-law.ts";
import { readLaw } from "../../src/lawbot/read-law.ts";
import { indexEntries, sectionEntries } from "../../src/lawbot/sections.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { newFolder, openIn } from "../store/folders.ts";
import { describeWithData } from "../support/shared-data.ts";
import { importMessages, openClients } from "./support/lawbot-client.ts";
import { article, bytesOf, lawXml, versionOf } from "./support/xml.ts";

/** A law of about six million characters: more than the store holds of a blob in memory. */
const largeXml = (): string => {
  const words =
    "De werkgever – en de werknemer 𝛼 – gedragen zich als een goed werkgever en een goed werknemer. ".repeat(60);
  const articles = Array.from({ length: 1_000 }, (_, n) => article(String(n + 1), `<al>Woord${n} ${words}</al>`));
  return lawXml(articles.join("\n"));
};

describe("a large statute, streamed", () => {
  const importLarge = async (xml: string, pieceBytes?: number) => {
    const dir = newFolder();
    const store = await openIn(dir);
    const clients = await openClients({ store });
    const files = [{ path: "BWBR0005290.xml", validFrom: "2012-10-01", bytes: bytesOf(xml) }];
    const { items } = await clients.imports.import(importMessages("k", files, pieceBytes));
    return { dir, store, clients, files, item: items[0] };
  };

  it("is kept as it came, with the canonical text that reading it whole gives, and found by its words", async () => {
    const { dir, store, clients, files, item } = await importLarge(largeXml(), 100_001);
    const bytes = files[0]?.bytes as Uint8Array;
    const expected = versionOf(readBwb(bytes, { path: "BWBR0005290.xml", validFrom: "2012-10-01" }), bytes, "");
    const version = item?.version;
    expect(item?.outcome).toBe(Outcome.IMPORTED);
    expect(version?.original).toMatchObject({ digest: sha256Hex(bytes), sizeBytes: BigInt(bytes.length) });
    expect(Buffer.compare(await store.getBlob("law", version?.original?.digest ?? ""), bytes)).toBe(0);
    const text = await store.getBlob("law", version?.text?.digest ?? "");
    expect(Buffer.compare(text, expected.text)).toBe(0);
    const found = await clients.search.search({ query: "woord777", inForceOn: "2012-10-01" });
    expect(found.result?.candidates.map((each) => each.unitPath)).toEqual(["/Artikel778"]);
    expect(await readdir(join(dir, "blobs", "drafts")).catch(() => [])).toEqual([]);
    expect((await store.verify()).damages).toEqual([]);
    clients.lawbot.close();
    await store.close();
  });

  it("leaves nothing behind when it is refused, or was loaded before", async () => {
    const cut = largeXml().slice(0, -30);
    const { dir, store, clients, item } = await importLarge(cut);
    expect(item).toMatchObject({ outcome: Outcome.REFUSED, reason: "TRUNCATED" });
    const whole = [{ path: "BWBR0005290.xml", validFrom: "2012-10-01", bytes: bytesOf(largeXml()) }];
    const outcomes = [];
    for (const key of ["k2", "k3", "k3"])
      outcomes.push((await clients.imports.import(importMessages(key, whole))).items[0]?.outcome);
    expect(outcomes).toEqual([Outcome.IMPORTED, Outcome.DUPLICATE, Outcome.DUPLICATE]);
    expect(await readdir(join(dir, "blobs", "drafts"))).toEqual([]);
    expect(await store.verify()).toMatchObject({ blobs: 2, damages: [] });
    clients.lawbot.close();
    await store.close();
  });
});

/** Every statute of a folder, read and encoded. */
function* readingsIn(folder: string, validFrom: string) {
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".xml") || /manifest|wti|searchrec/.test(path)) continue;
    const bytes = readFileSync(join(folder, path));
    const reading = readBwb(bytes, { path, validFrom });
    yield { path, reading, ...versionOf(reading, bytes, path) };
  }
}

const expectSameEntries = (folder: string, validFrom: string): number => {
  let count = 0;
  for (const { path, reading, version, text } of readingsIn(folder, validFrom)) {
    const names = { lawId: version.lawId, title: version.title, citationTitle: version.citationTitle };
    const opened = new OpenLaw(version, fromBinary(CanonicalTextSchema, text), { jurisdiction: dutch, names });
    const entries = [...sectionEntries(readLaw(version, reading, { jurisdiction: dutch, names }))];
    expect(entries, path).toEqual([...indexEntries(opened)]);
    count += entries.length;
  }
  return count;
};

const expectSameBytes = (folder: string, validFrom: string): void => {
  for (const { path, text } of readingsIn(folder, validFrom)) {
    const whole = toBinary(CanonicalTextSchema, fromBinary(CanonicalTextSchema, text));
    expect(Buffer.compare(whole, text), path).toBe(0);
  }
};

describeWithData("57 laws of the older form while they are imported", "law-bwb-2012", (folder) => {
  it("are encoded in pieces to the bytes that encoding them whole gives", () => expectSameBytes(folder, "2012-10-01"));

  it("get the entries, with ids and titles, that they get when they are opened from the store", () => {
    expect(expectSameEntries(folder, "2012-10-01")).toBeGreaterThan(2_000);
  });
});

describeWithData("toestanden while they are imported", "law-bwb-toestand", (folder) => {
  it("are encoded in pieces to the bytes that encoding them whole gives", () => expectSameBytes(folder, ""));

  it("get the entries, with ids and titles, that they get when they are opened from the store", () => {
    expect(expectSameEntries(folder, "")).toBeGreaterThan(300);
  });
});
