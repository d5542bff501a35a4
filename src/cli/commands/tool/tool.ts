import type { Command } from "commander";
import {
  type OrchestratorState,
  OrchestratorStateSchema,
} from "../../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolExecutorKind } from "../../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { type ToolSpec, ToolSpec_Risk, ToolSpec_Trigger } from "../../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { readRun, runIdOf } from "../../../client/run-view.ts";
import { DomainError } from "../../../error.ts";
import { worded } from "../../../messages/said.ts";
import type { Speech } from "../../../messages/speech.ts";
import { continuedLines, waitingLines } from "../../print/tool-call.ts";
import { resultLines } from "../../print/turn.ts";
import { givesMessage } from "../../proto/output.ts";
import type { Shell } from "../../shell.ts";
import { enumValue, enumWord } from "../../text/enum-word.ts";
import { wrap } from "../../text/plain.ts";
import { type ParamOptions, requestParams } from "../../tool/params.ts";
import { toolNamed, waitingCall } from "../../tool/waiting.ts";
import { withExample } from "../example.ts";

/** `tool list`, `tool request`, `tool run`. */
export const addToolCommands = (tool: Command, shell: Shell): void => {
  addList(tool, shell);
  addRequest(tool, shell);
  addRun(tool, shell);
};

const addList = (tool: Command, shell: Shell): void => {
  const list = tool
    .command("list")
    .option("--stage <stage>", "only those of a stage, such as evidence-needs")
    .description("The tools, with their layer and when they may be used.");
  givesMessage(list, "ListTools");
  withExample(list, "pincite tool list --stage evidence-needs");
  list.action((options: { stage?: string }, command: Command) =>
    shell.connected(command, async ({ tools }) => {
      const stage = options.stage === undefined ? undefined : stageOf(options.stage);
      const specs = (await tools.listTools({})).tools;
      for (const spec of specs.filter(({ states }) => stage === undefined || states.includes(stage)))
        for (const line of specLines(spec, shell.speech())) shell.say(line);
    }),
  );
};

const stageOf = (word: string): OrchestratorState => {
  const stage = enumValue(OrchestratorStateSchema, word) as OrchestratorState | undefined;
  if (stage !== undefined) return stage;
  const known = OrchestratorStateSchema.values.slice(1).map(({ localName }) => localName.toLowerCase());
  throw new DomainError(
    "REQUEST_INVALID",
    worded("help.stage-one-of", { known: known.join(", ").replaceAll("_", "-") }),
  );
};

const specLines = (spec: ToolSpec, { phrase, sentence }: Speech): string[] => [
  [
    spec.name,
    phrase(spec.risk === ToolSpec_Risk.READ_ONLY ? "tool.reads" : "tool.changes-the-vault"),
    phrase(spec.trigger === ToolSpec_Trigger.AUTO_RUN ? "tool.auto-run" : "tool.manual"),
    ...(spec.optIn ? [phrase("tool.opt-in")] : []),
    ...(spec.modelMayPropose ? [] : [phrase("tool.user-only")]),
    ...(spec.executor === ToolExecutorKind.CLIENT ? [phrase("tool.a-client-runs-it")] : []),
    ...(spec.available ? [] : [phrase("tool.not-available-here")]),
    sentence(spec.layer),
  ].join("  "),
  ...wrap(sentence(spec.description), 90).map((line) => `    ${line}`),
  `    ${phrase("tool.in", { states: spec.states.map((state) => sentence(enumWord(OrchestratorStateSchema, state))).join(", ") })}`,
];

interface RequestOptions extends ParamOptions {
  readonly slot: string;
  readonly reason: string;
  readonly retryOf: string;
}

const addRequest = (tool: Command, shell: Shell): void => {
  const request = tool
    .command("request")
    .argument("<run>")
    .argument("<tool>")
    .option("--param <field=value...>", "a field of the tool's parameters; bytes as field=@FILE")
    .option("--params-file <file>", "the parameters as a message: .txtpb or .binpb")
    .option("--slot <id>", "slot it serves", "")
    .option("--reason <text>", "why", "")
    .option("--retry-of <request>", "the request it tries again", "")
    .description("Record a request for a tool. Nothing runs yet.");
  withExample(request, 'pincite tool request latest vault.search --param query="vaste dag" --param limit=5');
  request.action((named: string, toolName: string, options: RequestOptions, command: Command) =>
    shell.connected(command, async (connection) => {
      const params = requestParams(shell, await toolNamed(connection, toolName), options);
      const { runId, version } = await readRun(connection, named);
      const { request: recorded } = await connection.tools.requestTool({
        runId,
        toolName,
        params: { params },
        idempotencyKey: shell.newKey(),
        expectedVersion: version,
        reason: options.reason,
        slotId: options.slot,
        retryOf: options.retryOf,
      });
      const waiting = await waitingCall(connection, recorded?.id ?? "");
      for (const line of waitingLines(waiting, shell.speech())) shell.say(line);
    }),
  );
};

const addRun = (tool: Command, shell: Shell): void => {
  const run = tool
    .command("run")
    .argument("<request>", "a waiting tool request, toolreq:…, or a suggested search of `pincite run show`")
    .option("--run <run>", "the run that suggests the search", "latest")
    .option("--dry-run", "say what it would do, and do nothing; for tools that change something")
    .description("Run one recorded request, once. What a person must decide first is for `tool allow`.");
  withExample(run, "pincite tool run toolreq:01J… --dry-run");
  run.action((requestId: string, options: { run: string; dryRun?: boolean }, command: Command) =>
    shell.connected(command, async (connection) => {
      const idempotencyKey = options.dryRun ? "" : shell.newKey();
      const isSuggested = requestId.startsWith("toolreq:suggested-");
      const answer = await connection.orchestrator.executeToolRequest({
        requestId,
        runId: isSuggested ? await runIdOf(connection, options.run) : "",
        // Who types the id of a search that was shown wants it run.
        confirmed: isSuggested,
        idempotencyKey,
        dryRun: options.dryRun === true,
      });
      const speech = shell.speech();
      if (answer.dryRunResult) shell.say(speech.phrase("screen.nothing-was-done-it-would-give"));
      const results = answer.dryRunResult ? [answer.dryRunResult] : (answer.toolResultLog?.results ?? []);
      for (const line of results.flatMap((result) => resultLines(result, speech))) shell.say(line);
      for (const line of continuedLines(answer.continuedTurn, speech)) shell.say(line);
    }),
  );
};
