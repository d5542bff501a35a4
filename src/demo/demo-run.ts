import { create } from "@bufbuild/protobuf";
import type { Client } from "@connectrpc/connect";
import { DraftTextProposalSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { type StageProposal, StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import type { OrchestratorService } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { type OrchestratorState, OrchestratorStateSchema } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, type ItemState, type RunContext } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { ToolResult } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { itemText } from "../cli/print/item-text.ts";
import { lookLine } from "../cli/print/look-words.ts";
import { itemMark, nextLines, stageBar } from "../cli/print/show-run.ts";
import { callLines, turnLines } from "../cli/print/turn.ts";
import { enumWord } from "../cli/text/enum-word.ts";
import { oneLine } from "../cli/text/plain.ts";
import { toolParams } from "../cli/tool-params.ts";
import type { DemoShell } from "../cli/types.ts";
import type { Connection } from "../client/connection.ts";
import { contextOf, loadRunView, type RunView } from "../client/run-view.ts";
import { lettingGo } from "../client/settle-draft.ts";
import { DomainError } from "../error.ts";
import { speechOf } from "../messages/speech.ts";
import { besideSentence, wantsOwnYes, yesTo } from "../show/compare.ts";
import { fromConnectError } from "../wire/client.ts";

/** The demo is told in English, whatever language its memo is in. */
const english = speechOf("en");

type Orchestrator = Client<typeof OrchestratorService>;

/** One run as the demo drives it: every method is one call that a client of one's own would make, told in plain words. */
export class DemoRun {
  readonly connection: Connection;
  readonly #shell: Omit<DemoShell, "start">;
  #context: RunContext;

  constructor(shell: Omit<DemoShell, "start">, connection: Connection, context: RunContext) {
    this.#shell = shell;
    this.connection = connection;
    this.#context = context;
  }

  get context(): RunContext {
    return this.#context;
  }

  /** The run with the artifacts that are current in it. */
  view(): Promise<RunView> {
    return loadRunView(this.connection, this.#context);
  }

  say(line = ""): void {
    this.#shell.say(line === "" ? "" : `  ${line}`);
  }

  /** A stage's heading: where the run stands and its call to action. */
  heading(words: string): void {
    const stage = enumWord(OrchestratorStateSchema, this.#context.state);
    this.#shell.say();
    this.#shell.say(`== ${stage}: ${words}`);
    this.#shell.say(`   ${stageBar(this.#context, english)}`);
    this.#tellNext();
  }

  /** A turn of the model. A refused turn is told and leaves the run as it was. */
  async guide(userPrompt: string): Promise<void> {
    this.say(`you: ${userPrompt}`);
    try {
      const turn = await this.#orchestrator.guide({ ...this.#command(), userPrompt });
      for (const line of turnLines(turn)) this.say(line);
      this.#context = contextOf(turn.runContext);
    } catch (error) {
      const refused = fromConnectError(error);
      if (refused.reason !== "MODEL_TURN_REJECTED") throw error;
      this.say(`the model's turn was refused, and nothing of it ran: ${refused.message}`);
      this.#context = contextOf((await this.#orchestrator.getRun({ runId: this.#context.runId })).runContext);
    }
  }

  /** A proposal of the person's own. */
  async propose(proposal: StageProposal, words: string, confirm = false): Promise<void> {
    const answer = await this.#orchestrator.propose({ ...this.#command(), proposal, confirm });
    this.#context = contextOf(answer.runContext);
    this.say(`you propose: ${words}${confirm ? ", and confirm it" : ""}`);
  }

  /**
   * Confirms the waiting items that `agrees` says yes to, and tells every item but those that held from before. Items it
   * says no to are left undecided: a proposal of the person's own will take their place.
   */
  async confirm(agrees: (item: ItemState) => boolean = () => true): Promise<void> {
    const view = await this.view();
    const waiting = this.#context.items.filter(({ decision }) => decision === ItemDecision.UNSPECIFIED);
    const items = waiting.filter(agrees);
    const plain = items.filter((item) => !wantsOwnYes(item, {}));
    if (plain.length > 0) await this.#confirm(plain);
    // What has looks, or words to compare, is read first, and confirmed by itself.
    for (const item of items.filter((item) => wantsOwnYes(item, {}))) {
      for (const { words } of besideSentence(view, item.itemId).slice(0, item.compareDigests.length))
        this.say(`you compare ${shortIds(item.itemId)} with “${oneLine(words, 120)}”`);
      for (const look of item.looks) this.say(`you look at ${shortIds(item.itemId)}: ${lookLine(look, english)}`);
      await this.#confirm([item]);
    }
    const asked = this.#context.items.filter(({ carriedOver }) => !carriedOver);
    const held = this.#context.items.length - asked.length;
    const left = waiting.length - items.length;
    const beside = [left > 0 && `${left} are not what you want`, held > 0 && `${held} held and are not asked again`];
    this.say(["you confirm", items.length, ...beside.filter(Boolean).map((words) => `(${words})`)].join(" "));
    for (const item of asked) {
      this.say(`  ${itemMark(item)} ${shortIds(item.itemId)}  ${oneLine(itemText(view, item.itemId, english), 150)}`);
    }
  }

  async #confirm(items: readonly ItemState[]): Promise<void> {
    const { runContext } = await this.#orchestrator.confirm({
      ...this.#command(),
      proposalDigest: this.#context.current.find(({ role }) => role === "proposal")?.ref?.digest ?? "",
      items: items.map(yesTo),
    });
    this.#context = contextOf(runContext);
  }

  /** Lets the words of claims go that the draft does not say: the person reads them, and says so. */
  async letGo(): Promise<void> {
    const { skeleton } = await this.view();
    const letGo = lettingGo(this.#context.missingInputs, skeleton);
    if (letGo.length === 0) return;
    for (const { claimId, words } of letGo)
      this.say(`${claimId} is not said with ${words.map((one) => `“${one}”`).join(", ")}`);
    const value = create(DraftTextProposalSchema, { letGo });
    await this.propose(
      create(StageProposalSchema, { proposal: { case: "draftText", value } }),
      "to let these words go: other words say it",
    );
  }

  /** Goes on; on refusal tells what is missing, because that is what the demo is there to show. */
  async advance(): Promise<void> {
    this.#tellNext();
    try {
      const { runContext } = await this.#orchestrator.advance(this.#command());
      this.#context = contextOf(runContext);
    } catch (error) {
      for (const { subjectId, description } of this.#context.missingInputs)
        this.say(`missing: ${subjectId} ${description}`);
      throw error;
    }
  }

  /** Goes back and tells what no longer holds. */
  async rewind(toState: OrchestratorState, reason: string): Promise<void> {
    const { runContext } = await this.#orchestrator.rewind({ ...this.#command(), toState, reason });
    this.#context = contextOf(runContext);
    this.say(`you rewind to ${enumWord(OrchestratorStateSchema, toState)}: ${reason}`);
  }

  /** Pins evidence, for a slot or for none yet. */
  async pin(evidenceId: string, slotId: string, words: string): Promise<void> {
    const { runContext } = await this.#orchestrator.pinEvidence({ ...this.#command(), evidenceId, slotId });
    this.#context = contextOf(runContext);
    this.say(`you pin ${words}${slotId === "" ? "" : ` for ${slotId}`}`);
  }

  /** Asks for a tool as the person and runs it. Errors: INTERNAL when no result comes back. */
  async tool(toolName: string, words: string, slotId: string, reason: string): Promise<ToolResult> {
    const params = { params: toolParams(toolName, words) };
    const { request } = await this.connection.tools.requestTool({
      ...this.#command(),
      toolName,
      params,
      slotId,
      reason,
    });
    const requestId = request?.id ?? "";
    const answer = await this.#orchestrator.executeToolRequest({ requestId, confirmed: true });
    this.#context = contextOf(answer.runContext);
    const result = answer.toolResultLog?.results[0];
    if (request === undefined || result === undefined)
      throw new DomainError("INTERNAL", `${toolName} came to no result`);
    for (const [at, line] of callLines(request, result).entries()) this.say(at === 0 ? `you ask: ${line}` : line);
    return result;
  }

  /** What no longer holds since the rewind, once the stage it belongs to is reached again. */
  tellStale(): void {
    for (const { itemId, explanation } of this.#context.staleItems)
      this.say(`asked again: ${shortIds(itemId)}. ${shortIds(explanation)}`);
  }

  get #orchestrator(): Orchestrator {
    return this.connection.orchestrator;
  }

  #command(): { runId: string; idempotencyKey: string; expectedVersion: string } {
    const { runId, version } = this.#context;
    return { runId, idempotencyKey: this.#shell.newKey(), expectedVersion: version };
  }

  #tellNext(): void {
    for (const line of nextLines(this.#context, english)) this.say(line);
  }
}

/** Ids of bindings and entries without the hash behind their number: in one run the number says which. */
const shortIds = (text: string): string => text.replace(/((?:binding|entry):\d+):[0-9a-f]{16}/gu, "$1");
