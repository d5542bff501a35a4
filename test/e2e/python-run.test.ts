import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newFolder } from "../support/new-folder.ts";
import { ownToken } from "../support/own-transport.ts";
import { sharedData } from "../support/shared-data.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

const python = "/usr/bin/python3";
const client = fileURLToPath(new URL("./client.py", import.meta.url));
const launcher = fileURLToPath(new URL("../../bin/pincite.js", import.meta.url));
const law = sharedData("law-bwb-2012/BWBR0005290.xml");
const mail = sharedData("email-enron/enron.tar.gz");

/** What this test needs and a machine may lack; empty where everything is there. */
const lacking = (): string => {
  if (law === undefined || mail === undefined) return "../shared/data/law-bwb-2012 and ../shared/data/email-enron";
  if (!existsSync(python)) return python;
  try {
    execFileSync(python, ["-c", "import grpc, grpc_tools"], { stdio: "ignore" });
    return "";
  } catch {
    return "python3-grpcio and python3-grpc-tools for /usr/bin/python3";
  }
};

/** The figures client.py prints. */
interface Figures {
  readonly mail: number;
  readonly imported: number;
  readonly duplicates: number;
  readonly stages: readonly string[];
  readonly excerpts: number;
  readonly entries: Readonly<Record<string, number>>;
  readonly artifacts: number;
  readonly lineage: { readonly nodes: number; readonly edges: number; readonly tool_requests: number };
  readonly quotes_in_draft: number;
  readonly edges: { readonly in_all: number; readonly seen_from_the_parent_alone: number };
}

const missing = lacking();
if (missing !== "") console.warn(`SKIPPED: a client in Python needs ${missing}`);

describe.skipIf(missing !== "")("a client in another language", () => {
  const folder = newFolder("python");
  let server: TestServer;
  let figures: Figures;
  beforeAll(async () => {
    server = await startTestServer(join(folder, "store"));
  });
  afterAll(() => server.stop());

  it("makes its stubs from what `pincite proto export` writes, and from nothing else", () => {
    const [protos, stubs] = [join(folder, "protos"), join(folder, "stubs")];
    execFileSync(process.execPath, [launcher, "proto", "export", protos]);
    mkdirSync(stubs);
    const names = readdirSync(protos, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".proto"));
    // Debian's compiler is of 2018 and knows no `optional` in proto3, so it is given the descriptors instead of the files;
    // `-m grpc_tools.protoc` would add an include path, which does not go with them.
    const compile = "import sys; from grpc_tools import protoc; sys.exit(protoc.main(['protoc', *sys.argv[1:]]))";
    const descriptors = `--descriptor_set_in=${join(protos, "descriptor_set.binpb")}`;
    const outputs = [`--python_out=${stubs}`, `--grpc_python_out=${stubs}`];
    execFileSync(python, ["-c", compile, descriptors, ...outputs, ...names]);
    expect(names.length).toBeGreaterThan(30);
    expect(existsSync(join(stubs, "pincite/orchestrator/v1/orchestrator_service_pb2_grpc.py"))).toBe(true);
  });

  it("takes a run from CreateRun to the finalised draft, and finds every quote, digest and edge as they should be", async () => {
    const address = new URL(server.url).host;
    figures = await runClient([join(folder, "stubs"), address, law ?? "", "2012-10-01", mail ?? ""]);
    console.log(`python: ${JSON.stringify(figures)}`);
    expect(figures.mail).toBe(682);
    expect(figures.imported + figures.duplicates).toBeGreaterThanOrEqual(682);
    expect(figures.stages).toEqual([
      "INTENT_SEED",
      "SKELETON",
      "EVIDENCE_NEEDS",
      "EVIDENCE_BINDING",
      "SPAN_RESOLUTION",
      "DRAFT",
    ]);
    expect(Object.keys(figures.entries).toSorted()).toEqual(["ABSENCE", "LOCATION", "OWN_STATEMENT", "QUOTE"]);
    expect(figures.excerpts).toBe(figures.entries.QUOTE);
    expect(figures.excerpts).toBeGreaterThanOrEqual(4);
    expect(figures.quotes_in_draft).toBeGreaterThanOrEqual(4);
    expect(figures.lineage.edges).toBeGreaterThan(figures.lineage.nodes / 2);
    expect(figures.lineage.tool_requests).toBeGreaterThanOrEqual(2);
  });

  it("sees every edge of lineage from both of its ends, also where equal content was recorded twice", () => {
    expect(figures.edges.in_all).toBeGreaterThan(100);
    expect(figures.edges.seen_from_the_parent_alone).toBe(0);
  });
});

/** Runs client.py beside this process, which serves it; a failed check of its own is the error. */
const runClient = (args: readonly string[]): Promise<Figures> =>
  new Promise((resolve, reject) => {
    // Code of that compiler needs the pure Python runtime.
    const env = { ...process.env, PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION: "python", PINCITE_TOKEN: ownToken() };
    const child = spawn(python, [client, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(JSON.parse(out) as Figures) : reject(new Error(`client.py ended with ${code}: ${err}`)),
    );
  });
