import { readdirSync, readFileSync } from "node:fs";
import type { WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { ToolExecutor, ToolRun } from "../../src/engine/run/ports.ts";
import { openLawBot } from "../../src/lawbot/lawbot.ts";
import { lawbotRoutes } from "../../src/lawbot/routes.ts";
import type { ModelProvider } from "../../src/model/provider.ts";
import { extractiveProvider } from "../../src/model/providers/extractive/provider.ts";
import { builtinProfiles } from "../../src/profile/builtin.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import { createEvidenceDirectory } from "../../src/upstream/directory.ts";
import { createToolExecutor } from "../../src/upstream/executor.ts";
import { vaultRoutes } from "../../src/vault/routes.ts";
import { openVault } from "../../src/vault/vault.ts";
import { createInProcessTransport } from "../../src/wire/in-process.ts";
import { ScriptedModel } from "../engine/scripted-model.ts";
import { TestEngine } from "../engine/support.ts";

const folder = (name: string): URL => new URL(`../../demo/${name}/`, import.meta.url);
const filesIn = (name: string) =>
  readdirSync(folder(name))
    .filter((path) => !path.startsWith("."))
    .toSorted()
    .map((path) => ({ path, mediaType: "", bytes: new Uint8Array(readFileSync(new URL(path, folder(name)))) }));

/** The id of a file of the dossier: its bytes decide it. */
export const evidenceIdOf = (path: string): string =>
  `vault:${sha256Hex(readFileSync(new URL(path, folder("dossier"))))}`;

/** An engine over the real Vault and LawBot with the demo's dossier and law, and the embedded model. */
export interface DemoCase {
  readonly test: TestEngine;
  /** Says its next line where it has one; the embedded model answers otherwise. */
  readonly model: ScriptedModel;
  readonly ran: ToolRun[];
  close(): Promise<void>;
}

export const openDemoCase = async (profile?: WorkflowProfile): Promise<DemoCase> => {
  const clock = { now: () => Date.UTC(2026, 0, 5) };
  const common = { owner: "tester", clock, tokenKey: new Uint8Array(32).fill(7) };
  const vault = await openVault({ ...common, store: await openMemoryStore(), indexDir: "memory" });
  for await (const _ of vault.importFiles("default", filesIn("dossier"))) void _;
  const lawbot = await openLawBot({ ...common, store: await openMemoryStore(), indexFile: ":memory:" });
  for (const { path, bytes } of filesIn("law")) await lawbot.importer.importFile({ path, validFrom: "" }, bytes);
  const upstreams = {
    vault: createInProcessTransport(vaultRoutes(vault)),
    lawbot: createInProcessTransport(lawbotRoutes(lawbot)),
  };
  const { model, provider } = partlyScripted();
  const { ran, tools } = counted(createToolExecutor(upstreams));
  const test = await TestEngine.open({
    tools,
    directory: createEvidenceDirectory(upstreams),
    providers: new Map([[provider.name, provider]]),
    profiles: profile ? [profile] : builtinProfiles(),
  });
  const close = async () => {
    await vault.close();
    await lawbot.close();
  };
  return { test, model, ran, close };
};

const counted = (executor: ToolExecutor): { ran: ToolRun[]; tools: ToolExecutor } => {
  const ran: ToolRun[] = [];
  const run = (one: ToolRun) => {
    ran.push(one);
    return executor.run(one);
  };
  return { ran, tools: { tools: executor.tools, run } };
};

/** The embedded model with lines put into its mouth. */
const partlyScripted = (): { model: ScriptedModel; provider: ModelProvider } => {
  const embedded = extractiveProvider();
  const model = new ScriptedModel();
  const provider: ModelProvider = {
    name: embedded.name,
    generate: (request, signal) =>
      model.hasLine ? model.generate(request, signal) : embedded.generate(request, signal),
  };
  return { model, provider };
};
