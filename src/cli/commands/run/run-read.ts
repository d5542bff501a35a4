import type { Command } from "commander";
import { textIn } from "#kit/localised.ts";
import { PinRole } from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { OrchestratorStateSchema, RunLifecycle } from "../../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { Connection } from "../../../client/connection.ts";
import { letterNamed } from "../../../client/doc-ids.ts";
import { lateOf } from "../../../client/late-papers.ts";
import { contextOf, loadRunView, readRun, runIdOf } from "../../../client/run-view.ts";
import { DomainError } from "../../../error.ts";
import { worded } from "../../../messages/said.ts";
import { kindLines } from "../../print/kind-lines.ts";
import { lateLines } from "../../print/late-lines.ts";
import { headLines, nextLines, showRun, stageWord } from "../../print/show-run.ts";
import { givesMessage } from "../../proto/output.ts";
import type { Shell } from "../../shell.ts";
import { enumWord } from "../../text/enum-word.ts";
import { table } from "../../text/table.ts";
import { withExample } from "../example.ts";

/** `run new`, `run list`, `run show`, `run watch`. */
export const addReadingCommands = (run: Command, shell: Shell): void => {
  const begin = run
    .command("new")
    .option("--title <title>", "title for lists; else the goal", "")
    .option(
      "--profile <id>",
      "kind of memo, as `pincite profile list` names them; without it they are listed, and nothing is begun",
      "",
    )
    .option("--strand <id>", "part of the Vault the run may see", "")
    .option("--locale <tag>", "nl or en", "")
    .option("--on <date>", "day on which the law is read; else today", "")
    .option(
      "--answered <document>",
      "the letter that the memo answers: the name of its file, or vault:…; then go on as `run go` does",
      "",
    )
    .description("Begin a run.");
  withExample(
    begin,
    "pincite run new",
    'pincite run new --profile my-letter --title "Reactie op brief van 9 december" --strand my-case --locale nl',
    "pincite run new --profile my-letter --strand my-case --answered vault:<doc_uid>",
    'pincite run new --profile my-letter --strand my-case --answered "brief 9 december.pdf"',
  );
  begin.action((options: NewOptions, command: Command) => beginRun(shell, command, options));
  const list = run.command("list").description("Your runs, newest first.");
  givesMessage(list, "ListRuns");
  withExample(list, "pincite run list");
  list.action((_options: unknown, command: Command) => listRuns(shell, command));
  const show = run.command("show").argument("<run>").description("Where a run stands and the one thing to do next.");
  givesMessage(show, "GetRun");
  withExample(show, "pincite run show latest");
  show.action((named: string, _options: unknown, command: Command) => showOne(shell, command, named));
  const watch = run
    .command("watch")
    .argument("<run>")
    .option("--cursor <cursor>", "go on after this event, as an earlier watch printed it", "")
    .option("--once", "end after the events so far")
    .description("Tell of events as they are recorded; Ctrl-C prints the cursor to go on from.");
  withExample(watch, "pincite run watch latest");
  watch.action((named: string, options: WatchOptions, command: Command) => watchRun(shell, command, named, options));
};

interface NewOptions {
  readonly title: string;
  readonly profile: string;
  readonly strand: string;
  readonly locale: string;
  readonly on: string;
  readonly answered: string;
}

const beginRun = (shell: Shell, command: Command, options: NewOptions): Promise<void> =>
  shell.connected(command, async (connection) => {
    const { orchestrator, docs } = connection;
    const profileId = options.profile || (await onlyKind(shell, connection));
    // Before the run is begun: a letter that is not there begins none.
    const letter = options.answered === "" ? "" : await letterNamed(docs, options.strand, options.answered);
    const { runContext } = await orchestrator.createRun({
      idempotencyKey: shell.newKey(),
      title: options.title,
      profileId,
      strandId: options.strand,
      locale: options.locale,
      referenceDate: options.on,
    });
    const context = contextOf(runContext);
    const speech = shell.speech(context);
    if (letter === "")
      for (const line of [...headLines(context, speech), ...nextLines(context, speech)]) shell.say(line);
    else {
      const { runId, version: expectedVersion } = context;
      const role = PinRole.ANSWERED;
      const idempotencyKey = shell.newKey();
      await orchestrator.pinEvidence({ runId, idempotencyKey, expectedVersion, evidenceId: letter, role });
      const { goOn } = await import("../../go/go-on.ts");
      await goOn({ shell, connection }, "latest", []);
    }
  });

/**
 * The kind of memo of a server that has but one. Of several none is taken for her: they are listed, each with what it is for.
 * Errors: REQUEST_INVALID.
 */
const onlyKind = async (shell: Shell, { orchestrator }: Connection): Promise<string> => {
  const { profiles } = await orchestrator.getCapabilities({});
  const [only, another] = profiles;
  if (only !== undefined && another === undefined) return only.profileId;
  const speech = shell.speech();
  for (const line of [speech.phrase("screen.what-kind-of-memo"), "", ...kindLines(profiles, speech.locale), ""])
    shell.note(line);
  throw new DomainError("REQUEST_INVALID", worded("command-error.name-the-kind-of-memo"), { field: "profile" });
};

const listRuns = (shell: Shell, command: Command): Promise<void> =>
  shell.connected(command, async ({ orchestrator }) => {
    const speech = shell.speech();
    const { profiles } = await orchestrator.getCapabilities({});
    const kindOf = (id: string) =>
      textIn(profiles.find(({ profileId }) => profileId === id)?.title ?? [], speech.locale);
    const rows: string[][] = [];
    for (let pageToken = ""; ; ) {
      const page = await orchestrator.listRuns({ pageSize: 200, pageToken });
      for (const { runId, title, profileId, state, lifecycle, updatedAtIso, erasedAtIso } of page.runs) {
        if (erasedAtIso !== "") {
          rows.push([runId, speech.phrase("erasure.erased"), minuteOf(erasedAtIso), ""]);
          continue;
        }
        const stage =
          lifecycle === RunLifecycle.FINALISED
            ? speech.phrase("screen.finalised")
            : stageWord(enumWord(OrchestratorStateSchema, state), speech).toUpperCase();
        rows.push([runId, stage, minuteOf(updatedAtIso), title || kindOf(profileId)]);
      }
      pageToken = page.nextPageToken;
      if (pageToken === "") break;
    }
    for (const line of rows.length === 0
      ? [speech.phrase("screen.no-runs-yet-pincite-run-new-begins-one")]
      : table(rows))
      shell.say(line);
  });

const minuteOf = (iso: string): string => iso.slice(0, 16).replace("T", " ");

const showOne = (shell: Shell, command: Command, named: string): Promise<void> =>
  shell.connected(command, async (connection) => {
    const view = await loadRunView(connection, await readRun(connection, named));
    const speech = shell.speech(view.context);
    const late = await lateOf(connection.orchestrator, view.context);
    const told = lateLines(late, { context: view.context, named }, speech);
    for (const line of [...showRun(view, speech), ...told.flatMap((one, at) => (at === 0 ? ["", one] : [one]))])
      shell.say(line);
  });

interface WatchOptions {
  readonly cursor: string;
  readonly once?: boolean;
}

/** Each event with its cursor remembered, so that a later watch can go on where this one ended. */
const watchRun = (shell: Shell, command: Command, named: string, options: WatchOptions): Promise<void> =>
  shell.connected(command, async (connection) => {
    const runId = await runIdOf(connection, named);
    const context = await readRun(connection, runId);
    const { eventCount } = context;
    const { sentence } = shell.speech(context);
    let { cursor } = options;
    try {
      for await (const event of connection.orchestrator.watchRun({ runId, cursor }, { signal: shell.stop })) {
        cursor = event.cursor;
        shell.say(
          `${String(event.seq).padStart(5)}  ${event.timeIso}  ${event.eventType}  ${sentence(event.description)}`,
        );
        if (options.once && event.seq >= eventCount) break;
      }
    } catch (error) {
      if (!shell.stop.aborted) throw error;
    } finally {
      if (cursor !== "")
        shell.note(shell.speech().phrase("screen.go-on-with-pincite-run-watch-cursor", { runId, cursor }));
    }
  });
