import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { PinRole } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { LetterReading } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import type { WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { DraftRule } from "../../../gen/pincite/run/v1/look_pb.ts";
import { OrchestratorState, RunLifecycle } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { type Connection, openConnection } from "../../client/connection.ts";
import { contextOf, loadRunView, type RunView, readRun } from "../../client/run-view.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { firstSpeech } from "../../messages/speech.ts";
import { shippedFiles, shippedText } from "../../profile/shipped.ts";
import { wantsOwnYes } from "../../show/compare.ts";
import { slotsLeft } from "../../show/open-slots.ts";
import { filesAt } from "../files.ts";
import { signOf } from "../go/answer.ts";
import { passagesFor } from "../go/choose.ts";
import { goOn } from "../go/go-on.ts";
import { findingTold } from "../go/mend.ts";
import { stepLine } from "../go/stage-lines.ts";
import type { Shell } from "../shell.ts";
import { shownWord, type TypedId } from "../text/typed-words.ts";
import type { CliDeps } from "../types.ts";
import { vaultUpload } from "../uploads.ts";

/** What a trial is asked. */
export interface TryOptions {
  /** The file of the folder that is answered. */
  readonly letter: string;
  /** The day whose law is meant; empty: today. */
  readonly on: string;
  /** What is said when the outline stands, as `run go` takes it; what it leaves open rests. */
  readonly say?: readonly string[];
}

/**
 * Runs a profile of a file over a folder of documents, on a server of its own that keeps nothing. Errors: STAGE_FORBIDS where the run does
 * not come to its end: in which step, and what is missing there.
 */
export const tryProfile = async (
  shell: Shell,
  { start }: Pick<CliDeps, "start">,
  { profile, file, dossier, ...options }: TryOptions & Trial,
): Promise<void> => {
  const dir = mkdtempSync(join(tmpdir(), "pincite-profile-"));
  try {
    copyFileSync(file, join(dir, "tried.txtpb"));
    // One that comes with the product is there already, and overrides nothing.
    const profileLayers = isShipped(file) ? [] : [{ name: "project" as const, dir }];
    const server = await start({ dataDir: undefined, port: 0, log: "silent", profileLayers });
    const connection = openConnection(server.url);
    try {
      await walk(inOneLanguage(shell), connection, { profile, dossier, ...options });
    } finally {
      connection.close();
      await server.stop();
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  shell.say(shell.speech().phrase("screen.profile-was-tried"));
};

interface Trial {
  readonly profile: WorkflowProfile;
  readonly file: string;
  readonly dossier: string;
}

/** The screens are said as the command is, whatever the language of the letter. */
const inOneLanguage = (shell: Shell): Shell => {
  const speech = shell.speech();
  return Object.create(shell, { speech: { value: () => speech } }) as Shell;
};

const isShipped = (path: string): boolean => {
  const text = readFileSync(path, "utf8");
  return shippedFiles().some((name) => shippedText(name) === text);
};

const strandId = "try";
/** More steps than a run takes whose stages are confirmed as they are shown. */
const stepsMax = 16;

/** Takes all that is put forward, looks included: it is a dry run, and nobody's memo. */
const walk = async (
  shell: Shell,
  connection: Connection,
  asked: TryOptions & Pick<Trial, "profile" | "dossier">,
): Promise<void> => {
  let evidenceId = "";
  for await (const { content } of connection.vaultImport.import(
    vaultUpload(filesAt([asked.dossier]), { strandId, dryRun: false }),
  ))
    if (content.case === "item" && basename(content.value.path) === asked.letter && content.value.docUid !== "")
      evidenceId = `vault:${content.value.docUid}`;
  if (evidenceId === "")
    throw new DomainError(
      "DOCUMENT_NOT_FOUND",
      worded("command-error.folder-has-no-document-that-could-be-read", { folder: asked.dossier, file: asked.letter }),
    );
  const { runContext } = await connection.orchestrator.createRun({
    idempotencyKey: shell.newKey(),
    profileId: asked.profile.profileId,
    strandId,
    locale: "nl",
    referenceDate: asked.on,
  });
  const { runId } = contextOf(runContext);
  await connection.orchestrator.pinEvidence({
    idempotencyKey: shell.newKey(),
    runId,
    evidenceId,
    role: PinRole.ANSWERED,
  });
  // A screen that came to nothing is not shown: what is missing is said once, and in one sentence.
  const lines: string[] = [];
  const acting = {
    shell: Object.create(shell, { say: { value: (line = "") => lines.push(line) } }) as Shell,
    connection,
  };
  const spoken = { ...acting, isUnattended: true };
  let seen = "";
  let words: readonly string[] = [];
  for (let step = 0; step < stepsMax; step++) {
    await goOn(spoken, runId, words);
    const context = await readRun(connection, runId);
    const shown = lines.splice(0);
    const view = await loadRunView(connection, context);
    if (context.version === seen) throw stopped(view, shell);
    for (const line of shown) shell.say(line);
    if (context.lifecycle === RunLifecycle.FINALISED) return;
    seen = context.version;
    const answers = isBare(view) ? leftAside(view.letterReading, asked.say) : [];
    words = answers.length > 0 ? answers : [...allOf(view), ...(await passages(connection, view))];
  }
  throw stopped(await loadRunView(connection, await readRun(connection, runId)), shell);
};

/** An outline that is not begun: the letter is answered, and points are added. */
const isBare = ({ context, skeleton }: RunView): boolean =>
  context.state === OrchestratorState.SKELETON && skeleton === undefined;

/** Where a run that nothing takes on stands, and what is missing there. */
const stopped = (view: RunView, shell: Shell): DomainError => {
  const speech = shell.speech();
  const { missingInputs } = view.context;
  const missing = missingInputs.slice(0, missingToldMax).map((one) => findingTold(one, speech));
  const facts = { step: stepLine(view, speech), missing: missing.join(" "), count: missingInputs.length };
  return new DomainError("STAGE_FORBIDS", worded("command-error.the-trial-stopped", facts));
};

/** So many of what is missing are told. */
const missingToldMax = 3;

/** The first passage that is listed for each slot that waits for a choice: which is right only a person knows. */
const passages = async (connection: Connection, view: RunView): Promise<string[]> => {
  const slotIds = slotsLeft(view).map(({ slot }) => slot.slotId);
  if (slotIds.length === 0) return [];
  const listed = await passagesFor(connection, view.context.runId, { slotIds });
  return slotIds.filter((slotId) => listed.get(slotId)?.candidates.length).map((slotId) => `${slotId}=1`);
};

/** Of each assertion of the letter that it rests, of each question that it is open: what is right of them only a person knows. */
const leftAside = (reading: LetterReading | undefined, said: readonly string[] = []): string[] => [
  ...said,
  ...(reading?.assertions ?? []).map(({ partId }) => `${numberOf(partId)}=${typedFor("typed.rests")}`),
  ...(reading?.questions ?? []).map(({ partId }) => `${numberOf(partId)}=${typedFor("typed.left-open")}`),
];

/** A word that the command line takes: this one types it to itself. */
const typedFor = (id: TypedId): string => shownWord(id, firstSpeech);

const numberOf = (partId: string): string => partId.split(":")[1] ?? "";

/** Everything that is shown. */
const allOf = ({ context: { items, version, missingInputs } }: RunView): string[] => {
  const isMissed = (wanted: DraftRule): boolean => missingInputs.some(({ rule }) => rule === wanted);
  const settled = [
    ...(isMissed(DraftRule.REQUIRED_WORDS_GONE) ? [`${typedFor("typed.words")}=${typedFor("typed.go")}`] : []),
    ...(isMissed(DraftRule.LETTER_UNANSWERED) ? [`${typedFor("typed.all")}=${typedFor("typed.left-open")}`] : []),
  ];
  const seen = items.filter((item) => item.decision === 0 && wantsOwnYes(item, {}));
  return [
    typedFor("typed.yes"),
    signOf(version),
    ...settled,
    ...(seen.length > 0 ? [typedFor("typed.seen"), ...seen.map(({ itemId }) => itemId)] : []),
  ];
};
