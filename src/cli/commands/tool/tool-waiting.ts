import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { ToolResultStatus } from "../../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { runIdOf } from "../../../client/run-view.ts";
import { DomainError } from "../../../error.ts";
import { worded } from "../../../messages/said.ts";
import { continuedLines, waitingLines } from "../../print/tool-call.ts";
import { resultLines } from "../../print/turn.ts";
import { givesMessage } from "../../proto/output.ts";
import type { Shell } from "../../shell.ts";
import { toolNamed, waitingCall, waitingCalls } from "../../tool/waiting.ts";
import { withExample } from "../example.ts";

/** `tool pending` and `tool submit`: what waits for a person or a client, and what a client delivers. */
export const addWaitingCommands = (tool: Command, shell: Shell): void => {
  addPending(tool, shell);
  addSubmit(tool, shell);
};

const addPending = (tool: Command, shell: Shell): void => {
  const pending = tool
    .command("pending")
    .argument("[run]", "one run; else all of yours")
    .description("What waits for you or for a client, with exactly the parameters you would approve.");
  givesMessage(pending, "ListPending");
  withExample(pending, "pincite tool pending");
  pending.action((named: string | undefined, _options: unknown, command: Command) =>
    shell.connected(command, async (connection) => {
      const waiting = await waitingCalls(connection, named === undefined ? "" : await runIdOf(connection, named));
      if (waiting.length === 0) shell.say(shell.speech().phrase("screen.nothing-waits"));
      for (const one of waiting) for (const line of [...waitingLines(one, shell.speech()), ""]) shell.say(line);
    }),
  );
};

interface SubmitOptions {
  readonly output?: string;
  readonly empty?: boolean;
  readonly error?: string;
  readonly summary?: string;
}

const addSubmit = (tool: Command, shell: Shell): void => {
  const submit = tool
    .command("submit")
    .argument("<request>", "a request that waits for a client, toolreq:…")
    .option("--output <file>", "the encoded output message, .binpb")
    .option("--empty", "it found nothing")
    .option("--error <text>", "it failed: what failed and what to do")
    .option("--summary <text>", "one line of counts and scope, no evidence")
    .description("Deliver what a client-executed tool gave.");
  withExample(submit, "pincite tool submit toolreq:01J… --output result.binpb");
  submit.action((requestId: string, options: SubmitOptions, command: Command) =>
    shell.connected(command, async (connection) => {
      const given = delivered(shell, options);
      const { request } = await waitingCall(connection, requestId);
      const { outputType } = await toolNamed(connection, request.toolName);
      const answer = await connection.tools.submitToolResult({
        runId: request.runId,
        requestId,
        idempotencyKey: shell.newKey(),
        ...given,
        ...(given.output ? { outputType } : {}),
      });
      const result = answer.result ? resultLines(answer.result, shell.speech()) : [];
      for (const line of [...result, ...continuedLines(answer.continuedTurn, shell.speech())]) shell.say(line);
    }),
  );
};

const delivered = (shell: Shell, { output, empty, error, summary }: SubmitOptions) => {
  const ways = [output, empty, error].filter((way) => way !== undefined);
  if (ways.length !== 1)
    throw new DomainError("REQUEST_INVALID", worded("help.say-one-of-output-file-binpb-empty-error-text"));
  if (error !== undefined)
    return { status: ToolResultStatus.ERROR, reason: error, summary: summary ?? "failed at the client" };
  if (output === undefined) return { status: ToolResultStatus.EMPTY, summary: summary ?? "no matches at the client" };
  const bytes = readFileSync(shell.path(output));
  return { status: ToolResultStatus.OK, output: bytes, summary: summary ?? `${bytes.length} bytes from the client` };
};
