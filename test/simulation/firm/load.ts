import { setTimeout as sleep } from "node:timers/promises";
import { create } from "@bufbuild/protobuf";
import { StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import type { RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import {
  ToolDecision,
  ToolRequestParamsSchema,
  ToolResultStatus,
} from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { refusalOf } from "../../e2e/support/refusal.ts";
import type { Clients } from "../../e2e/support/server.ts";
import type { Replica } from "./replicas.ts";

/** One sending of a command to one replica. */
export interface Sending {
  readonly replica: string;
  readonly life: number;
  readonly fromMs: number;
  /** When it was answered, with what; 0 while it is under way. */
  untilMs: number;
  /** The run's version in the answer; undefined where it was refused or broke off. */
  version?: string;
  /** Reason of a refusal; what broke off says so in words of the transport. */
  refusal?: string;
  /** The database went away while it wrote: nobody knows yet whether it was done. */
  isUnknown?: boolean;
}

/** A command by its key: sent once, or again to another replica where the first one did not answer. */
export interface Command {
  readonly name: "CreateRun" | "Propose" | "Guide" | "RequestTool" | "DecideToolRequest";
  readonly key: string;
  runId: string;
  /** The version that it was decided on; empty for CreateRun. */
  readonly expected: string;
  readonly sendings: Sending[];
  /** Sends it, under its key. */
  readonly send: (to: Clients) => Promise<RunContext | undefined>;
}

/** What the clients did. */
export interface Log {
  readonly commands: Command[];
  readonly titles: string[];
  readonly imports: Import[];
}

/** A file that a client asked to be brought into the Vault, and the command that allowed it. */
export interface Import {
  readonly path: string;
  readonly requestId: string;
  readonly allowed: Command;
}

/** What a client works with until `isOver`. */
export interface Load {
  readonly replicas: readonly Replica[];
  readonly log: Log;
  readonly random: () => number;
  readonly profileId: string;
  isOver: boolean;
}

/** How long a client waits for an answer before it sends the same command to another replica as well. */
const patienceMs = 4_000;
/** Steps of a run before the client begins another. */
const stepsMax = 8;

/** One client: runs of its own, in each proposals, turns, and two proposals at once at two replicas on one version. */
export const client = async (load: Load): Promise<void> => {
  while (!load.isOver) {
    const title = `firm ${crypto.randomUUID()}`;
    load.log.titles.push(title);
    const birth = { idempotencyKey: crypto.randomUUID(), title, locale: "en", profileId: load.profileId };
    const made = command(load, "CreateRun", birth.idempotencyKey, {}, async (to) => {
      return (await to.orchestrator.createRun(birth)).runContext;
    });
    const context = await untilTold(load, made);
    if (context) await steps(load, context);
  }
};

const steps = async (load: Load, made: RunContext): Promise<void> => {
  let context: RunContext | undefined = made;
  for (let step = 0; step < stepsMax && context && !load.isOver; step++) {
    const drawn = load.random();
    if (drawn < 0.55) await untilTold(load, turn(load, context));
    else if (drawn < 0.75) {
      // What is not known to be done waits for a person: the client takes another run.
      if (!(await imported(load, context))) return;
    } else if (drawn < 0.9) await untilTold(load, proposal(load, context));
    else await Promise.all([untilTold(load, proposal(load, context)), untilTold(load, proposal(load, context))]);
    context = await standing(load, made.runId);
  }
};

const command = (
  load: Load,
  name: Command["name"],
  key: string,
  { runId = "", version: expected = "" }: Partial<Pick<RunContext, "runId" | "version">>,
  send: Command["send"],
): Command => {
  const one: Command = { name, key, runId, expected, sendings: [], send };
  load.log.commands.push(one);
  return one;
};

const proposal = (load: Load, context: RunContext): Command => {
  const { runId, version: expectedVersion } = context;
  const key = crypto.randomUUID();
  const proposed = create(StageProposalSchema, { proposal: { case: "intentSeed", value: { goal: `Goal ${key}` } } });
  const request = { runId, expectedVersion, idempotencyKey: key, proposal: proposed };
  return command(load, "Propose", key, context, async (to) => (await to.orchestrator.propose(request)).runContext);
};

const turn = (load: Load, context: RunContext): Command => {
  const { runId, version: expectedVersion } = context;
  const key = crypto.randomUUID();
  const request = { runId, expectedVersion, idempotencyKey: key, userPrompt: "What do you make of it?" };
  return command(load, "Guide", key, context, async (to) => (await to.orchestrator.guide(request)).runContext);
};

/** Asks for a file to be imported, and allows it; whether that was done, as far as the client was told. */
const imported = async (load: Load, context: RunContext): Promise<boolean> => {
  const { runId, version: expectedVersion } = context;
  const key = crypto.randomUUID();
  const path = `${key}.txt`;
  const content = new TextEncoder().encode(`A file that no other is: ${key}.`);
  const params = create(ToolRequestParamsSchema, { params: { case: "vaultImport", value: { path, content } } });
  const asked = { runId, expectedVersion, idempotencyKey: key, toolName: "vault.import", params };
  let requestId = "";
  const requested = command(load, "RequestTool", key, context, async (to) => {
    const { request, runContext } = await to.tools.requestTool(asked);
    requestId = request?.id ?? "";
    return runContext;
  });
  const shown = await untilTold(load, requested);
  const pending = shown?.pendingToolRequests.find((one) => one.requestId === requestId);
  if (!shown || !pending) return false;
  const decision = {
    runId,
    expectedVersion: shown.version,
    idempotencyKey: crypto.randomUUID(),
    requestId,
    toolName: pending.toolName,
    paramsDigest: pending.paramsDigest,
    decision: ToolDecision.ALLOW,
  };
  let isDone = false;
  const allowed = command(load, "DecideToolRequest", decision.idempotencyKey, shown, async (to) => {
    const { result, runContext } = await to.tools.decideToolRequest(decision);
    isDone = result?.status === ToolResultStatus.OK;
    return runContext;
  });
  load.log.imports.push({ path, requestId, allowed });
  await untilTold(load, allowed);
  return isDone;
};

/** Sends a command until one replica answers it or refuses it; the run's context, where it was answered. */
const untilTold = async (load: Load, one: Command): Promise<RunContext | undefined> => {
  const pending = new Set<Promise<{ context?: RunContext | undefined; isTold: boolean }>>();
  for (let againMs = 20; ; againMs = Math.min(againMs * 2, 1_000)) {
    const replica = await anyUp(load, one.sendings.at(-1)?.replica);
    if (!replica) return undefined;
    const sent = sentTo(one, replica);
    pending.add(sent);
    sent.then(() => pending.delete(sent));
    const first = await Promise.race([...pending, sleep(patienceMs).then(() => undefined)]);
    if (first?.isTold) return first.context;
    if (!first) continue;
    // Ever later: while the database is away, asking takes the processor that its start needs.
    await sleep(againMs);
  }
};

/** Sends once; `isTold`: an answer or a refusal came, rather than the end of a connection. */
export const sentTo = async (
  one: Command,
  { name: replica, life, clients }: Pick<Replica, "name" | "life" | "clients">,
): Promise<{ context?: RunContext | undefined; isTold: boolean }> => {
  const sending: Sending = { replica, life, fromMs: Date.now(), untilMs: 0 };
  one.sendings.push(sending);
  try {
    const context = await one.send(clients);
    if (!context) throw new Error(`${one.name} answered without a context`);
    Object.assign(sending, { untilMs: Date.now(), version: context.version });
    one.runId = context.runId;
    return { context, isTold: true };
  } catch (error) {
    const { reason, code, message } = (await refusalOf(Promise.reject(error))) ?? { reason: "", code: "", message: "" };
    const isUnknown = reason === "STORE_UNAVAILABLE" && /went away while it wrote/.test(message);
    Object.assign(sending, { untilMs: Date.now(), refusal: reason || `${code}: ${message}`, isUnknown });
    return { isTold: reason !== "" && !passing.includes(reason) };
  }
};

/** Refusals that do not say what became of a command: it is sent again, as after the end of a connection. */
const passing = ["SERVER_DRAINING", "STORE_UNAVAILABLE", "FENCED"];

/** A replica that answers, rather another than the one that was asked last; undefined where the load is over and none does. */
const anyUp = async (load: Load, last: string | undefined): Promise<Replica | undefined> => {
  for (;;) {
    const up = load.replicas.filter(({ isUp }) => isUp);
    const others = up.filter(({ name }) => name !== last);
    const from = others.length > 0 ? others : up;
    if (from.length > 0) return from[Math.floor(load.random() * from.length)];
    if (load.isOver) return undefined;
    await sleep(50);
  }
};

/** Where a run stands, and no turn is under way in it; undefined where it cannot be told. */
const standing = async (load: Load, runId: string): Promise<RunContext | undefined> => {
  for (let tries = 0; tries < 200; tries++) {
    const replica = await anyUp(load, undefined);
    if (!replica) return undefined;
    const read = replica.clients.orchestrator.getRun({ runId }).catch(() => undefined);
    const context = (await Promise.race([read, sleep(patienceMs).then(() => undefined)]))?.runContext;
    if (context?.turnId === "") return context;
    await sleep(100);
  }
  return undefined;
};
