import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { toBinary } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AuditService } from "../../gen/pincite/receipt/v1/audit_service_pb.ts";
import { SignedStatementSchema } from "../../gen/pincite/receipt/v1/receipt_pb.ts";
import { cli } from "../cli/support/cli.ts";
import { newFolder } from "../support/new-folder.ts";
import { ownTransport } from "../support/own-transport.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const script = join(root, "docs/verify-receipt.py");
const tools = ["python3", "openssl"].filter((name) => spawnSync(name, ["version"]).error !== undefined);
if (tools.length > 0)
  console.warn(`SKIPPED: receipts in a second language need ${tools.join(" and ")}, which is not here`);

describe.skipIf(tools.length > 0)("a receipt, checked in a second language from GetKeys and GetReceipt alone", () => {
  let server: TestServer;
  const folder = newFolder("receipt");
  let requestId = "";

  beforeAll(async () => {
    server = await startTestServer(join(folder, "data"));
    const { runContext } = await server.orchestrator.createRun({ idempotencyKey: "r", title: "Receipts" });
    const params = {
      case: "vaultImport",
      value: { path: "brief.txt", content: Buffer.from("Geachte heer,") },
    } as const;
    const asked = await server.tools.requestTool({
      ...{ runId: runContext?.runId ?? "", idempotencyKey: "t", toolName: "vault.import", params: { params } },
      expectedVersion: runContext?.version ?? "",
    });
    requestId = asked.request?.id ?? "";
    await server.orchestrator.executeToolRequest({ requestId, confirmed: true });
    const transport = ownTransport(server.url);
    const audit = createClient(AuditService, transport);
    const { statement } = await audit.getReceipt({ id: requestId });
    const { manifest } = await audit.getKeys({});
    transport.close();
    if (!statement || !manifest) throw new Error("no receipt, or no keys");
    writeFileSync(join(folder, "receipt.pb"), toBinary(SignedStatementSchema, statement));
    writeFileSync(join(folder, "keys.pb"), toBinary(SignedStatementSchema, manifest));
  });

  afterAll(() => server?.stop());

  const verify = (receipt: string, keys = "keys.pb") =>
    spawnSync("python3", [script, receipt, keys], { cwd: folder, encoding: "utf8" });

  it("holds", () => {
    const { status, stdout, stderr } = verify("receipt.pb");
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(stdout).toContain("tool: vault.import");
    expect(stdout).toContain(`request: ${requestId}`);
  });

  it("does not hold once a byte of it, or of the keys, differs", () => {
    for (const name of ["receipt.pb", "keys.pb"]) {
      const bytes = readFileSync(join(folder, name));
      for (const at of [3, 80, 200, bytes.length - 1]) {
        writeFileSync(join(folder, "changed.pb"), bytes.with(at, (bytes[at] ?? 0) ^ 1));
        const { status } = name === "keys.pb" ? verify("receipt.pb", "changed.pb") : verify("changed.pb");
        expect(status, `${name}, byte ${at}`).not.toBe(0);
      }
    }
  });

  it("is found sound by every command of the page that says how", async () => {
    const page = readFileSync(join(root, "docs/receipts.md"), "utf8");
    const lines = [...page.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = ""]) => block.trim().split("\n"));
    const said: string[] = [];
    for (const line of lines) {
      const [program = "", ...words] = line.replace("toolreq:01J…", requestId).split(/\s+/);
      if (program === "pincite") {
        if (words.includes("rotate")) continue;
        const { code, out, err } = await cli(words, { cwd: folder, env: { PINCITE_URL: server.url } });
        expect(code, `${line}: ${err}`).toBe(0);
        said.push(out);
      } else {
        const at = words.map((word) => word.replace("docs/verify-receipt.py", script));
        said.push(execFileSync(program, at, { cwd: folder, encoding: "utf8" }));
      }
    }
    expect(said.some((out) => out.includes("Signature Verified Successfully"))).toBe(true);
    expect(said.some((out) => out.includes("The receipt holds."))).toBe(true);
    expect(said.some((out) => out.includes("holds: signed by key"))).toBe(true);
  });
});
