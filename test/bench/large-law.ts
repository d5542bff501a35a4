import { closeSync, createReadStream, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import { type ImportRequest, ImportRequestSchema } from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { runImport } from "../../src/lawbot/import-call.ts";
import { openLawBot } from "../../src/lawbot/lawbot.ts";
import { openLevelStore } from "../../src/store/level/open.ts";

/**
 * Run as a process of its own: imports a regulation of about so many megabytes, as a client streams it, into a store and an
 * index on disk, and prints what it took as one line of numbers: MB of XML, peak MiB of memory above the start, ms, units.
 */
const [file = "", megabytes = "10"] = process.argv.slice(2);
/** Bytes of one message, as the command line sends them. */
const pieceBytes = 256 * 1024;
const clock = { now: () => 0 };
const folder = mkdtempSync(join(tmpdir(), "pincite-large-law-"));

/** A regulation made of the titles of a real one, with their articles numbered on. Written out, so that no part of it is held. */
const writeLargeLaw = (path: string): number => {
  const xml = readFileSync(file, "utf8");
  const from = xml.indexOf("<titeldeel");
  const to = xml.lastIndexOf("</titeldeel>") + "</titeldeel>".length;
  const part = xml.slice(from, to);
  const copies = Math.max(1, Math.round((Number(megabytes) * 1_000_000) / part.length));
  const descriptor = openSync(path, "w");
  let size = writeSync(descriptor, xml.slice(0, from));
  for (let copy = 0; copy < copies; copy++) size += writeSync(descriptor, numberedOn(part, copy * 2_000));
  size += writeSync(descriptor, xml.slice(to));
  closeSync(descriptor);
  return size;
};

const numberedOn = (part: string, by: number): string =>
  part.replaceAll(/<nr>(\d+)([a-z]*)<\/nr>/g, (_, digits, letters) => `<nr>${Number(digits) + by}${letters}</nr>`);

async function* messages(path: string): AsyncGenerator<ImportRequest> {
  yield create(ImportRequestSchema, { part: { case: "start", value: { idempotencyKey: "large" } } });
  const named = { path: "BWBR0005290.xml", validFrom: "2012-10-01" };
  yield create(ImportRequestSchema, { part: { case: "file", value: named } });
  for await (const value of createReadStream(path, { highWaterMark: pieceBytes }))
    yield create(ImportRequestSchema, { part: { case: "chunk", value } });
}

const path = join(folder, "law.xml");
const size = writeLargeLaw(path);
const store = await openLevelStore({ dir: join(folder, "store"), clock });
const indexFile = join(folder, "index.sqlite");
const lawbot = await openLawBot({ store, owner: "bench", indexFile, clock, tokenKey: new Uint8Array(32) });
globalThis.gc?.();
const before = process.memoryUsage().rss;
const start = performance.now();
const report = await runImport(messages(path), lawbot);
const duration = performance.now() - start;
const peak = process.resourceUsage().maxRSS * 1_024 - before;
const figures = [size / 1e6, peak / 1024 / 1024, duration, report.items[0]?.version?.unitCount ?? 0];
console.log(figures.map((each) => each.toFixed(1)).join(" "));
lawbot.close();
await store.close();
rmSync(folder, { recursive: true });
