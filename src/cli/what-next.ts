import type { Command } from "commander";
import { RunLifecycle } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { RunContext } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { Connection } from "../client/connection.ts";
import { newestRun, readRun } from "../client/run-view.ts";
import type { Speech } from "../messages/speech.ts";
import { asDomainError, isUnreachable } from "./exit-code.ts";
import { headLines, nextLines } from "./print/show-run.ts";
import type { Shell } from "./shell.ts";
import { table } from "./text/table.ts";

/** Tells whether a command line names neither a command nor anything else to do. */
export const namesNothing = (argv: readonly string[]): boolean => {
  const [first, second, ...rest] = argv;
  if (first === undefined) return true;
  if (/^--(?:url|lang)=/u.test(first)) return namesNothing(argv.slice(1));
  return (first === "--url" || first === "--lang") && second !== undefined && namesNothing(rest);
};

/**
 * What `pincite` alone says: where its person stands, and the one thing to do next. At a terminal it goes on with the newest run
 * where they say so; alone it changes nothing.
 */
export const whatNext = async (shell: Shell, program: Command): Promise<void> => {
  try {
    await shell.connected(program, (connection) => fromHere(shell, connection));
  } catch (error) {
    const known = await asDomainError(error);
    if (known === undefined || !isUnreachable(known)) throw error;
    for (const line of beginLines(shell.speech())) shell.say(line);
  }
};

const fromHere = async (shell: Shell, connection: Connection): Promise<void> => {
  const runId = await newestRun(connection.orchestrator);
  const newest = runId === undefined ? undefined : await readRun(connection, runId);
  if (newest === undefined) {
    for (const line of firstRunLines(connection.url, shell.speech())) shell.say(line);
    return;
  }
  const speech = shell.speech(newest);
  for (const line of runLines(newest, speech)) shell.say(line);
  if (newest.lifecycle === RunLifecycle.FINALISED) return;
  const answer = await shell.ask(`${speech.phrase("screen.go-on-with-it-here-enter-yes-anything-else-no")} `);
  if (answer?.trim() !== "") return;
  const { goOn } = await import("./go/go-on.ts");
  await goOn({ shell, connection }, newest.runId, []);
};

const beginLines = (speech: Speech): string[] => [
  speech.phrase("screen.no-server-runs-what-you-can-do-next"),
  ...commandLines(
    [
      ["pincite start", speech.phrase("screen.begin-your-own-folder-in-your-browser")],
      ["pincite demo", speech.phrase("screen.see-a-whole-case-first-offline")],
    ],
    speech,
  ),
];

const firstRunLines = (url: string, speech: Speech): string[] => [
  speech.phrase("screen.a-server-runs-at-you-have-no-memo-yet-what", { url }),
  ...commandLines(
    [
      ["pincite page", speech.phrase("screen.go-on-in-your-browser")],
      [`pincite vault import ${speech.usage("<dir>")}`, speech.phrase("screen.bring-your-documents-in")],
      ["pincite run new", speech.phrase("screen.begin-a-memo")],
    ],
    speech,
  ),
];

const runLines = (context: RunContext, speech: Speech): string[] => {
  const isDone = context.lifecycle === RunLifecycle.FINALISED;
  return [
    ...headLines(context, speech),
    ...nextLines(context, speech),
    "",
    speech.phrase("screen.what-you-can-do-next"),
    ...commandLines(
      [
        isDone
          ? ["pincite export latest --format docx -o memo.docx", speech.phrase("screen.write-it-to-a-file")]
          : ["pincite run go latest", speech.phrase("screen.go-on-with-it-here-one-question-at-a-time")],
        ["pincite page latest", speech.phrase("screen.go-on-in-your-browser")],
        ["pincite run list", speech.phrase("screen.see-your-other-memos")],
      ],
      speech,
    ),
  ];
};

const commandLines = (commands: readonly (readonly [string, string])[], { phrase }: Speech): string[] =>
  table([...commands, ["pincite --help", phrase("screen.see-every-command")]].map((row) => [...row])).map(
    (line) => `  ${line}`,
  );
