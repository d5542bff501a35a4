import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type DescMessage, fromBinary, ScalarType, toBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EventRecordSchema } from "../../gen/pincite/journal/v1/record_pb.ts";
import { RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { CitationLedgerSchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { type MemoProof, MemoProofSchema } from "../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { KeyManifestSchema, KeyRotationSchema, ToolReceiptSchema } from "../../gen/pincite/receipt/v1/receipt_pb.ts";
import { OrchestratorState, StagePhase } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { CanonicalTextSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { verifyProof } from "../../src/main.ts";
import { cli } from "../cli/support/cli.ts";
import { compareFolder } from "../simulation/proof-second/compare.ts";
import { newFolder } from "../support/new-folder.ts";
import { unpackedFile } from "../support/unpacked-file.ts";
import { RunDriver } from "./support/run-driver.ts";
import type { TestServer } from "./support/server.ts";
import { startSmallServer } from "./support/small-server.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const script = join(root, "docs/verify-proof.py");
const tools = ["python3", "openssl"].filter((name) => spawnSync(name, ["version"]).error !== undefined);
if (tools.length > 0)
  console.warn(`SKIPPED: proofs in a second language need ${tools.join(" and ")}, which is not here`);

type Change = (proof: MemoProof, other: MemoProof) => Partial<MemoProof>;

/** The same proof with some parts changed, encoded as a writer of the schema would. */
const withParts = (mine: Uint8Array, other: Uint8Array, change: Change): Uint8Array => {
  const proof = fromBinary(MemoProofSchema, mine);
  return toBinary(MemoProofSchema, { ...proof, ...change(proof, fromBinary(MemoProofSchema, other)) });
};

const at = <T>(list: readonly T[], place: number): T => {
  const found = list[place];
  if (found === undefined) throw new Error(`a proof so small has no part ${place}`);
  return found;
};
const flipped = (bytes: Uint8Array, place: number): Uint8Array => bytes.with(place, at([...bytes], place) ^ 1);
const oneFlipped = (list: Uint8Array[], place: number) => list.with(place, flipped(at(list, place), 5));
const swapped = <T>(list: T[], one: number, two: number) => list.with(one, at(list, two)).with(two, at(list, one));

/** What anybody without the key can do to a proof, with the check that must see it. */
const changes: Record<string, readonly [code: string, change: Change]> = {
  "another form": ["FORM", () => ({ format: 2 })],
  "a maker without a time": ["FORM", ({ maker }) => ({ maker: { ...present(maker), timeIso: "" } })],
  "a key that differs in a bit": ["KEYS", ({ keyManifest }) => ({ keyManifest: flipped(keyManifest, 120) })],
  "no keys": ["KEYS", () => ({ keyManifest: new Uint8Array() })],
  "another maker": ["CHECKPOINT", ({ maker }) => ({ maker: { ...present(maker), programVersion: "9" } })],
  "another count in the checkpoint": [
    "CHECKPOINT",
    ({ checkpoint }) => ({ checkpoint: checkpoint.replace(/\n(\d+)\n/, "\n1$1\n") }),
  ],
  "the checkpoint of another run": ["CHECKPOINT", (_, { checkpoint }) => ({ checkpoint })],
  "a text gone": ["CHECKPOINT", ({ texts }) => ({ texts: texts.slice(1) })],
  "an event that differs in a bit": ["TREE", ({ events }) => ({ events: oneFlipped(events, 4) })],
  "two events exchanged": ["TREE", ({ events }) => ({ events: swapped(events, 4, 5) })],
  "the last event rolled back": ["TREE", ({ events }) => ({ events: events.slice(0, -1) })],
  "the events of another run": ["TREE", (_, { events }) => ({ events })],
  "an artifact that differs in a bit": ["ARTIFACTS", ({ artifacts }) => ({ artifacts: oneFlipped(artifacts, 3) })],
  "two artifacts exchanged": ["ARTIFACTS", ({ artifacts }) => ({ artifacts: swapped(artifacts, 2, 3) })],
  "an artifact gone": ["ARTIFACTS", ({ artifacts }) => ({ artifacts: artifacts.slice(1) })],
};

const present = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error("a proof without a maker");
  return value;
};

const letters = new Map([
  [ScalarType.STRING, "s"],
  [ScalarType.BYTES, "b"],
  [ScalarType.UINT32, "u"],
  [ScalarType.UINT64, "U"],
  [ScalarType.SINT64, "z"],
  [ScalarType.BOOL, "t"],
]);

/** The first field of a message, or of those in it, that the table of the second language has otherwise; empty: none. */
const tableOf = (
  schema: DescMessage,
  table: Record<string, Record<string, string[]>>,
  outer: string[] = [],
): string => {
  if (outer.includes(schema.name)) return "";
  for (const field of schema.fields) {
    const mark = field.fieldKind === "list" ? "*" : field.oneof ? "|" : field.proto.proto3Optional ? "?" : "";
    const inner = field.message;
    const kind = inner?.name ?? (field.enum ? "e" : letters.get(field.scalar as ScalarType));
    const found = table[schema.name]?.[String(field.number)];
    if (JSON.stringify(found) !== JSON.stringify([field.name, mark, kind])) return `${schema.name}.${field.name}`;
    const deeper = inner ? tableOf(inner, table, [...outer, schema.name]) : "";
    if (deeper !== "") return deeper;
  }
  const count = Object.keys(table[schema.name] ?? {}).length;
  return count === schema.fields.length ? "" : `${schema.name} has ${count} fields there`;
};

describe.skipIf(tools.length > 0)("a proof of a memo, checked in a second language from its page alone", () => {
  let server: TestServer;
  const folder = newFolder("proof");
  let runId: string;
  let mine: Uint8Array;
  let other: Uint8Array;

  beforeAll(async () => {
    const small = await startSmallServer(join(folder, "data"));
    server = small.server;
    const proofOf = async (): Promise<[string, Uint8Array]> => {
      const { DRAFT } = OrchestratorState;
      const { runId } = await (await RunDriver.create(server)).park(small.docUid, DRAFT, StagePhase.CONFIRMED, true);
      const words = ["export", runId, "--format", "pincite", "-o", `${runId}.pincite`];
      const { code, err } = await cli(words, { cwd: folder, env: { PINCITE_URL: server.url } });
      expect(code, err).toBe(0);
      return [runId, await unpackedFile(readFileSync(join(folder, `${runId}.pincite`)))];
    };
    [, other] = await proofOf();
    [runId, mine] = await proofOf();
  });

  afterAll(() => server?.stop());

  it("holds, in the same order, and says what it leaves", () => {
    const said = execFileSync("python3", [script, `${runId}.pincite`], { cwd: folder, encoding: "utf8" });
    const verdicts = said
      .trim()
      .split("\n")
      .map((line) => line.split(/\s+/).slice(0, 2).join(" "));
    const codes = ["FORM", "KEYS", "CHECKPOINT", "TREE", "CHAIN", "ARTIFACTS", "STEPS", "RECEIPTS"];
    codes.push("CONFIRMATIONS", "TEXTS", "QUOTES", "LINEAGE");
    expect(verdicts).toEqual([...codes.map((code) => `holds ${code}`), "left RULES"]);
    expect(said).toMatch(/STEPS +in part/);
  });

  it("breaks at the same check in both, whatever anybody changes in it", async () => {
    const files = join(folder, "changed");
    mkdirSync(files);
    for (const [name, [, change]] of Object.entries(changes))
      writeFileSync(join(files, name), withParts(mine, other, change));
    writeFileSync(join(files, "a byte behind the end"), Buffer.concat([mine, Buffer.from([0])]));
    writeFileSync(join(files, "as it is"), mine);
    const { agreed, disagreements } = await compareFolder(files);
    expect(disagreements).toEqual([]);
    expect(Object.fromEntries(agreed)).toEqual({
      "as it is": "holds",
      "a byte behind the end": "FORM",
      ...Object.fromEntries(Object.entries(changes).map(([name, [code]]) => [name, code])),
    });
  });

  it("is read by a table of fields that says what the schema says", () => {
    const program = "import json, runpy, sys; print(json.dumps(runpy.run_path(sys.argv[1])['FIELDS']))";
    const table = JSON.parse(execFileSync("python3", ["-c", program, script], { encoding: "utf8" }));
    for (const schema of [MemoProofSchema, EventRecordSchema, RunEventSchema, ToolReceiptSchema, DraftTextSchema])
      expect(tableOf(schema, table), schema.name).toBe("");
    for (const schema of [CitationLedgerSchema, CanonicalTextSchema, KeyManifestSchema, KeyRotationSchema])
      expect(tableOf(schema, table), schema.name).toBe("");
  });

  it("is held against the key that the reader names, in both", async () => {
    const files = join(folder, "keys");
    mkdirSync(files);
    writeFileSync(join(files, "memo"), mine);
    const keyId = /— pincite\/([0-9a-f]{32}) /.exec(fromBinary(MemoProofSchema, mine).checkpoint)?.[1] ?? "";
    expect((await compareFolder(files, keyId)).agreed.get("memo")).toBe("holds");
    expect((await compareFolder(files, "5f0c1d2e3a4b5c6d7e8f90a1b2c3d4e5")).agreed.get("memo")).toBe("KEYS");
    const { status } = spawnSync(
      "python3",
      [script, `${runId}.pincite`, "--key-id", "5f0c1d2e3a4b5c6d7e8f90a1b2c3d4e5"],
      {
        cwd: folder,
      },
    );
    expect(status).toBe(1);
  });

  it("is found sound by every command of the page that says how", async () => {
    const page = readFileSync(join(root, "docs/proof.md"), "utf8");
    const keyId = /— pincite\/([0-9a-f]{32}) /.exec(fromBinary(MemoProofSchema, mine).checkpoint)?.[1] ?? "";
    writeFileSync(join(folder, "memo.pincite"), mine);
    const lines = [...page.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = ""]) => block.trim().split("\n"));
    const said: string[] = [];
    for (const line of lines) {
      const [program = "", ...words] = line.replace("5f0c1d2e3a4b5c6d7e8f90a1b2c3d4e5", keyId).split(/\s+/);
      if (program === "pincite") {
        const { code, out, err } = await cli(words, { cwd: folder, verifyProof });
        expect(code, `${line}: ${err}`).toBe(0);
        said.push(out);
      } else {
        const found = words.map((word) => word.replace("docs/verify-proof.py", script));
        said.push(execFileSync(program, found, { cwd: folder, encoding: "utf8" }));
      }
    }
    expect(said.filter((out) => out.includes("The proof holds")).length).toBe(2);
    expect(said.some((out) => /^left +RULES/m.test(out))).toBe(true);
  });
});
