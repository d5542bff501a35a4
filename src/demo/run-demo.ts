import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RunContext } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { filesAt } from "../cli/files.ts";
import { importLine } from "../cli/print/import-report.ts";
import { lawImportLines } from "../cli/print/law-import.ts";
import { stageBar } from "../cli/print/show-run.ts";
import type { DemoShell } from "../cli/types.ts";
import { lawUpload, vaultUpload } from "../cli/uploads.ts";
import { type Connection, openConnection } from "../client/connection.ts";
import { exportMemo, exportProof } from "../client/memo-export.ts";
import { contextOf } from "../client/run-view.ts";
import { speechOf } from "../messages/speech.ts";
import { intent, outline, pilotTexts } from "./case.ts";
import { DemoRun } from "./demo-run.ts";
import { rewordOneClaim, writeDraft } from "./draft.ts";
import { demoFolder, type LawIds } from "./plan.ts";
import { artifactPath, writeArtifacts } from "./results.ts";
import { agreeOutline, bindEvidence, confirmQuotes, findEvidence, saveIntent } from "./stages.ts";
import { startedAs } from "./started-as.ts";

/**
 * The RFC's example (section 12) from end to end: a letter of 9 December is answered from a made-up dossier. Starts a
 * server of its own on a free port, needs no network and no model, and leaves memo.md, .html, .docx and .pdf, the exhibits, the proof memo.pincite, the artifacts and the store in
 * `out`. A second demo adds a second run and writes the memos anew; nothing else that is there is touched. Another workflow
 * profile may have another model take the turns; the person, who is part of the demo, then decides just the same.
 */
export const runDemo = async (shell: DemoShell, out: string, profileId = "", address = ""): Promise<void> => {
  mkdirSync(out, { recursive: true });
  const store = join(out, "store");
  const server = await shell.start({ dataDir: store, store: address, port: 0, log: "silent" });
  const connection = openConnection(server.url);
  try {
    const model = profileId === "" ? "No network, no language model." : `Turns as profile ${profileId} says.`;
    shell.say(`A made-up case, answered by a server of its own at ${server.url}. ${model}`);
    const run = await walk(shell, connection, profileId);
    await leaveResults(shell, connection, run.context, out, store);
  } finally {
    connection.close();
    await server.stop();
  }
};

const strandId = "demo-9-december";

/** All six stages, one rewind, and the end. */
export const walk = async (
  shell: Omit<DemoShell, "start">,
  connection: Connection,
  profileId: string,
): Promise<DemoRun> => {
  shell.say();
  shell.say("== Documents and law");
  const laws = await importAll(shell, connection);
  const { runContext } = await connection.orchestrator.createRun({
    idempotencyKey: shell.newKey(),
    title: "Reactie op de brief van 9 december",
    profileId,
    strandId,
    locale: "nl",
    referenceDate: intent.referenceDate,
  });
  const run = new DemoRun(shell, connection, contextOf(runContext));
  const claims = outline(pilotTexts.first).flatMap((section) => section.claims);
  await saveIntent(run);
  await agreeOutline(run, pilotTexts.first);
  await findEvidence(run, claims, laws);
  await bindEvidence(run, claims, laws);
  await confirmQuotes(run, claims);
  await writeDraft(run, claims, "Schrijf de brief.");
  await rewordOneClaim(run);
  await run.advance();
  run.say(stageBar(run.context, speechOf("en")));
  return run;
};

/** The dossier into the Vault, two articles into LawBot, and the ids of those articles. */
const importAll = async (
  shell: Omit<DemoShell, "start">,
  { vaultImport, lawImport, lawCitation }: Connection,
): Promise<LawIds> => {
  const folder = (name: string) => filesAt([fileURLToPath(new URL(name, demoFolder))]);
  const upload = vaultUpload(folder("dossier"), { strandId, dryRun: false });
  for await (const answer of vaultImport.import(upload))
    shell.say(`  ${importLine(answer, speechOf("en")).replace(/ {2}vault:.*/, "")}`);
  const loaded = await lawImport.import(lawUpload(folder("law"), { idempotencyKey: shell.newKey(), validFrom: "" }));
  for (const line of lawImportLines(loaded)) shell.say(`  ${line}`);
  const citations = ["art. 7:611 BW", "art. 7:613 BW"];
  const { resolutions } = await lawCitation.resolveCitations({ citations, inForceOn: intent.referenceDate });
  return new Map(resolutions.map(({ citation, units }) => [citation, units[0]?.evidenceId ?? ""]));
};

/** The files, and the three names by which anybody can check them. */
const leaveResults = async (
  shell: DemoShell,
  connection: Connection,
  context: RunContext,
  out: string,
  store: string,
): Promise<void> => {
  const memo = join(out, "memo.md");
  const { bytes, head } = await exportMemo(connection, { runId: context.runId, format: "md" });
  writeFileSync(memo, bytes);
  const others: string[] = [];
  for (const format of ["html", "docx", "pdf", "zip"]) {
    const other = await exportMemo(connection, { runId: context.runId, format });
    writeFileSync(join(out, other.head.name), other.bytes);
    others.push(other.head.name);
  }
  const sheet = await exportMemo(connection, { runId: context.runId, format: "md", provenance: "alone" });
  writeFileSync(join(out, sheet.head.name), sheet.bytes);
  others.push(sheet.head.name);
  const proof = join(out, "memo.pincite");
  writeFileSync(proof, (await exportProof(connection, context.runId)).bytes);
  const artifacts = join(out, "artifacts");
  const count = await writeArtifacts(connection, context.runId, artifacts);
  const pathOf = (digest: string) => {
    const ref = context.current.find((each) => each.ref?.digest === digest)?.ref;
    return ref === undefined ? digest : join(artifacts, artifactPath(ref));
  };
  const command = startedAs(process.argv[1] ?? "pincite", process.cwd());
  const lines = [
    "",
    "== Done",
    `  Run:             ${context.runId}`,
    `  Draft artifact:  ${pathOf(head.draftDigest)}`,
    `  Citation ledger: ${pathOf(head.ledgerDigest)}`,
    `  Memo:            ${memo}`,
    `                   beside it ${others.join(", ")}`,
    `  Proof:           ${proof}`,
    `  ${count} artifacts in ${artifacts}; each file's sha256 is its name.`,
    "",
    command === "pincite" ? "Look further:" : `Look further (\`pincite\` stands for \`${command}\`):`,
    `  pincite verify ${proof}`,
    `  pincite serve --data ${store}`,
    `  pincite run show ${context.runId}`,
    `  pincite artifact get ${head.draftDigest}`,
    `  pincite artifact lineage ${head.draftDigest}`,
    `  pincite receipt list ${context.runId}`,
    `  pincite replay ${context.runId} --data ${store}`,
  ];
  for (const line of lines) shell.say(line);
};
