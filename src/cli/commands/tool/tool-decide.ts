import type { Command } from "commander";
import { ToolDecision } from "../../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DomainError } from "../../../error.ts";
import { worded } from "../../../messages/said.ts";
import { continuedLines, waitingLines } from "../../print/tool-call.ts";
import { resultLines } from "../../print/turn.ts";
import type { Shell } from "../../shell.ts";
import { shownDigest } from "../../tool/shown-params.ts";
import { waitingCall } from "../../tool/waiting.ts";
import { withExample } from "../example.ts";

interface DecideOptions {
  readonly reason: string;
  readonly yes?: boolean;
  readonly for?: string;
}

/** `tool allow`, `tool deny`, `tool always`, `tool ack`: a person decides about exactly what was shown. */
export const addDecisionCommands = (tool: Command, shell: Shell): void => {
  const decision = (name: string, decided: ToolDecision, question: string, description: string): Command => {
    const command = tool
      .command(name)
      .argument("<request>", "a waiting tool request, toolreq:…")
      .option("--reason <text>", "why; kept, and told to the model", "")
      .option("--yes", "do not ask: you have seen it, or a script has")
      .description(description);
    withExample(command, `pincite tool ${name} toolreq:01J…`);
    return command.action((requestId: string, options: DecideOptions, given: Command) =>
      decide(shell, given, requestId, decided, question, options),
    );
  };
  decision("allow", ToolDecision.ALLOW, "Allow this, once?", "Let one waiting request run, once, as it is shown.");
  decision("deny", ToolDecision.DENY, "Decline this?", "Decline one waiting request: it never runs.");
  decision(
    "always",
    ToolDecision.ALWAYS,
    "Allow this and further requests of this run for the tool?",
    "Allow a request, and further ones of the run for this opt-in read-only tool.",
  ).option("--for <hours>", "how long, 1 to 720 hours; else a day");
  decision(
    "ack",
    ToolDecision.ACKNOWLEDGE,
    "Have you looked at what became of it?",
    "Say that you looked at a request that was cut off. It never runs again.",
  );
};

const decide = (
  shell: Shell,
  command: Command,
  requestId: string,
  decision: ToolDecision,
  question: string,
  options: DecideOptions,
): Promise<void> =>
  shell.connected(command, async (connection) => {
    const waiting = await waitingCall(connection, requestId);
    const { request, call } = waiting;
    const paramsDigest = shownDigest(request);
    const speech = shell.speech();
    for (const line of waitingLines(waiting, speech)) shell.say(line);
    if (options.yes !== true && !(await agreed(shell, speech.sentence(question)))) {
      shell.say(speech.phrase("screen.nothing-was-decided"));
      return;
    }
    const answer = await connection.tools.decideToolRequest({
      runId: request.runId,
      requestId,
      idempotencyKey: shell.newKey(),
      expectedVersion: call.version,
      decision,
      toolName: request.toolName,
      paramsDigest,
      reason: options.reason,
      grantSeconds: options.for === undefined ? 0 : hours(options.for) * 3_600,
    });
    const result = answer.result
      ? resultLines(answer.result, speech)
      : [speech.phrase("screen.decided-the-result-is-still-to-come")];
    for (const line of [...result, ...continuedLines(answer.continuedTurn, speech)]) shell.say(line);
  });

/** Only a person at a terminal can be asked. Errors: REQUEST_INVALID. */
const agreed = async (shell: Shell, question: string): Promise<boolean> => {
  const answer = await shell.ask(`${question} ${shell.speech().phrase("screen.y-n")} `);
  if (answer !== undefined) return /^(?:y|yes|j|ja)$/i.test(answer.trim());
  throw new DomainError("REQUEST_INVALID", worded("help.nobody-can-be-asked-here-run-it-at-a-terminal"));
};

const hours = (text: string): number => {
  const value = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= 720) return value;
  throw new DomainError("REQUEST_INVALID", worded("help.for-a-whole-number-of-hours-1-to-720"));
};
