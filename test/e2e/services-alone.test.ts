import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ImportedItem_Outcome } from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { cli } from "../cli/support/cli.ts";
import { withEnvironment } from "../scenarios/support/live-profiles.ts";
import { dossier } from "../scenarios/support/uwv-case.ts";
import { UwvRun } from "../scenarios/support/uwv-run.ts";
import { newFolder } from "../support/new-folder.ts";
import { type Clients, clientsOf, importFiles, startTestServer, type TestServer } from "./support/server.ts";
import { type ServiceProcess, startProcess } from "./support/service-process.ts";

const folder = newFolder("alone");
let vault: ServiceProcess;
let lawbot: ServiceProcess;
let atVault: Clients;
let atLawBot: Clients;
let orchestrator: TestServer;

const at = (...path: string[]) => join(folder, ...path);
const flags = (name: string) => ["--port", "0", "--data", at(name), "--keys", at(`${name}-keys`), "--user", "tester"];

beforeAll(async () => {
  [vault, lawbot] = await Promise.all([
    startProcess("pincite-vault", ...flags("vault-data")),
    startProcess("pincite-lawbot", ...flags("lawbot-data")),
  ]);
  atVault = clientsOf(vault.url);
  atLawBot = clientsOf(lawbot.url);
  const elsewhere = { PINCITE_VAULT_URL: vault.url, PINCITE_LAWBOT_URL: lawbot.url };
  orchestrator = await withEnvironment(elsewhere, () => startTestServer(at("runs-data")));
});
afterAll(async () => {
  await orchestrator?.stop();
  for (const clients of [atVault, atLawBot]) clients?.close();
  await Promise.all([vault?.stop(), lawbot?.stop()]);
});

describe("an orchestrator whose Vault and LawBot are processes of their own", () => {
  it("takes a run from its intent to a memo that quotes documents of the one and law of the other", async () => {
    const { vaultImport, docs } = atVault;
    const { lawImport, laws } = atLawBot;
    const whole: TestServer = { ...orchestrator, vaultImport, docs, lawImport, laws };
    const run = await (await UwvRun.begin(whole, "uwv-deskundigenoordeel")).whole();
    expect(run.driver.context.lifecycle).toBe(RunLifecycle.FINALISED);
    const url = ["--url", orchestrator.url];
    const { code, out: memo } = await cli([...url, "export", run.driver.runId]);
    expect(code).toBe(0);
    expect(memo.match(/^\[\^\d+\]:/gm)?.length).toBeGreaterThan(3);
    for (const source of ["document “plan van aanpak” van 14 april 2025", "7:658a lid 1 BW"])
      expect(memo).toContain(source);
  });

  it("keeps documents, law and keys where they belong, and none of them with the runs", () => {
    for (const path of ["runs-data/runs", "vault-data/vault", "vault-data/vault-index", "lawbot-data/law"])
      expect({ path, exists: existsSync(at(path)) }).toEqual({ path, exists: true });
    for (const path of [
      "runs-data/vault",
      "runs-data/vault-index",
      "runs-data/law",
      "vault-data/keys",
      "vault-data/runs",
    ])
      expect({ path, exists: existsSync(at(path)) }).toEqual({ path, exists: false });
    for (const name of ["vault-data-keys", "lawbot-data-keys"])
      expect(existsSync(at(name, "checkpoint.pem"))).toBe(true);
  });

  it("says at the orchestrator where documents and law are brought to", async () => {
    for (const [words, variable] of [
      [["vault", "import", import.meta.filename], "PINCITE_VAULT_URL"],
      [["law", "list"], "PINCITE_LAWBOT_URL"],
    ] as const) {
      const { code, err } = await cli(["--url", orchestrator.url, ...words]);
      expect(code).toBe(2);
      expect(err).toContain(variable);
    }
  });

  it("finds the same documents after the Vault was started again, by its own keys", async () => {
    expect(await vault.stop()).toBe(0);
    vault = await startProcess("pincite-vault", ...flags("vault-data"));
    const clients = clientsOf(vault.url);
    const answers = await importFiles(clients, Object.values(dossier), "uwv");
    clients.close();
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set([ImportedItem_Outcome.DUPLICATE]));
  });
});

describe("a service that stands alone", () => {
  // Both are the same program but for what they open.
  it.each([
    ["pincite-vault", "--help", /ended with 0: Usage: pincite-vault \[options\]/],
    ["pincite-lawbot", "--version", /ended with 0: \d+\.\d+\.\d+\n/],
    ["pincite-vault", "--nonsense", /ended with 2: pincite-vault: Unknown option/],
    ["pincite-lawbot", "--port=x", /ended with 2: pincite-lawbot: port: a port is/],
  ] as const)("says how it is used, and what is wrong with its flags: %s %s", async (program, flag, said) => {
    await expect(startProcess(program, flag)).rejects.toThrow(said);
  });
});
