import { create, type DescMessage, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { ErasureReason } from "../../gen/pincite/audit/v1/erasure_reason_pb.ts";
import { ErasureService } from "../../gen/pincite/erasure/v1/erasure_service_pb.ts";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import {
  AdvanceResponseSchema,
  ConfirmResponseSchema,
  CreateRunResponseSchema,
  GuideResponseSchema,
  PinEvidenceResponseSchema,
  ProposeResponseSchema,
  RewindResponseSchema,
} from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, type RunContext } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { type Clients, importFiles } from "../e2e/support/server.ts";
import { ownTransport } from "../support/own-transport.ts";

/** A command that was sent: how to send it again under its key, and the answer, once there was one. */
export interface Sent {
  readonly name: string;
  /** Sends the same request again, to whatever server is up. */
  readonly again: (clients: Clients) => Promise<{ bytes: Uint8Array; context: RunContext }>;
  answer?: Uint8Array;
}

/** One run as its only client knows it. */
export interface RunLog {
  runId: string;
  readonly title: string;
  readonly sent: Sent[];
  /** After the last acknowledged command. */
  context: RunContext | undefined;
}

/** Sequence number of the last event, which a version begins with. */
export const seqOf = (context: RunContext | undefined): number => Number(context?.version.split("-")[0] ?? 0);

type Answer = { readonly runContext?: RunContext | undefined };

/** One client: walks runs of its own through the early stages and back, until a call fails, which is when the server died. */
export const load = async (clients: Clients, docUid: string, random: () => number, logs: RunLog[]): Promise<void> => {
  for (;;) {
    const log: RunLog = { runId: "", title: `load ${crypto.randomUUID()}`, sent: [], context: undefined };
    logs.push(log);
    try {
      await walk(clients, docUid, random, log);
    } catch {
      return;
    }
  }
};

/** What was acknowledged of imports and erasures. */
export interface Kept {
  readonly letters: { readonly docUid: string; readonly words: string }[];
  readonly erased: string[];
}

/** One client more: sends letters, of which each fifth is large enough to be a file, and erases a run that it began, until a call fails. */
export const keepAndErase = async (clients: Clients, kept: Kept): Promise<void> => {
  const transport = ownTransport(clients.url);
  const erasures = createClient(ErasureService, transport);
  try {
    for (let n = 0; ; n += 1) {
      const words = `Letter ${crypto.randomUUID()}`;
      const bytes = Buffer.from(`${words}\n${"What the letter says goes on.\n".repeat(n % 5 === 4 ? 150_000 : 20)}`);
      const [row] = await importFiles(clients, [{ path: `${words}.txt`, bytes }]);
      kept.letters.push({ docUid: row?.docUid ?? "", words });
      const birth = { idempotencyKey: crypto.randomUUID(), title: words, locale: "en" };
      const runId = (await clients.orchestrator.createRun(birth)).runContext?.runId ?? "";
      const target = { target: { case: "runId" as const, value: runId } };
      const planDigest = (await erasures.planErasure({ target })).plan?.digest ?? "";
      const idempotencyKey = crypto.randomUUID();
      await erasures.commitErasure({ target, planDigest, reason: ErasureReason.ASKED_FOR, idempotencyKey });
      kept.erased.push(runId);
    }
  } catch {
    transport.close();
  }
};

const walk = async (clients: Clients, docUid: string, random: () => number, log: RunLog): Promise<void> => {
  const step = <D extends DescMessage>(
    name: string,
    schema: D,
    call: (to: Clients) => Promise<MessageShape<D> & Answer>,
  ) => send(clients, log, name, schema, call);
  const birth = { idempotencyKey: crypto.randomUUID(), title: log.title, locale: "en" };
  await step("CreateRun", CreateRunResponseSchema, (to) => to.orchestrator.createRun(birth));
  const goal = `Goal of ${log.title}`;
  const intent = create(StageProposalSchema, { proposal: { case: "intentSeed", value: { goal } } });
  const skeleton = create(StageProposalSchema, {
    proposal: { case: "skeleton", value: { sections: [{ title: "Facts", claims: [{ text: goal }] }] } },
  });
  const [first, second, third, fourth] = [head(log), head(log), head(log), head(log)];
  // Without an expected version only the key stands between a repeated pin and a second one.
  const pin = { ...first(), expectedVersion: "", evidenceId: `vault:${docUid}` };
  await step("PinEvidence", PinEvidenceResponseSchema, (to) => to.orchestrator.pinEvidence(pin));
  const saved = { ...first(), proposal: intent, confirm: true };
  await step("Propose", ProposeResponseSchema, (to) => to.orchestrator.propose(saved));
  const on = first();
  await step("Advance", AdvanceResponseSchema, (to) => to.orchestrator.advance(on));
  const outlined = { ...second(), proposal: skeleton };
  const asked = { ...second(), userPrompt: "Propose an outline." };
  if (random() < 0.5) await step("Guide", GuideResponseSchema, (to) => to.orchestrator.guide(asked));
  else await step("Propose", ProposeResponseSchema, (to) => to.orchestrator.propose(outlined));
  const confirmed = { ...second(), ...yes(log) };
  await step("Confirm", ConfirmResponseSchema, (to) => to.orchestrator.confirm(confirmed));
  if (random() < 0.5) {
    const further = third();
    await step("Advance", AdvanceResponseSchema, (to) => to.orchestrator.advance(further));
  }
  const back = { ...fourth(), toState: OrchestratorState.INTENT_SEED };
  await step("Rewind", RewindResponseSchema, (to) => to.orchestrator.rewind(back));
};

const head = (log: RunLog) => () => ({
  ...{ runId: log.runId, idempotencyKey: crypto.randomUUID(), expectedVersion: log.context?.version ?? "" },
});

const yes = ({ context }: RunLog) => ({
  proposalDigest: context?.current.find(({ role }) => role === "proposal")?.ref?.digest ?? "",
  items: (context?.items ?? []).map(({ itemId }) => ({ itemId, decision: ItemDecision.CONFIRM })),
});

const send = async <D extends DescMessage>(
  clients: Clients,
  log: RunLog,
  name: string,
  schema: D,
  call: (to: Clients) => Promise<MessageShape<D> & Answer>,
): Promise<void> => {
  const sent: Sent = {
    name,
    again: async (to) => {
      const response = await call(to);
      if (!response.runContext) throw new Error(`${name} answered without a context`);
      return { bytes: toBinary(schema, response), context: response.runContext };
    },
  };
  log.sent.push(sent);
  const { bytes, context } = await sent.again(clients);
  sent.answer = bytes;
  log.context = context;
  log.runId = context.runId;
};
