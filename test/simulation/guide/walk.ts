import { fromBinary } from "@bufbuild/protobuf";
import type { EvidenceSearchResult } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { EvidenceSearchResultSchema, PinRole } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { LookCodeSchema } from "../../../gen/pincite/run/v1/look_pb.ts";
import { OrchestratorState, RunLifecycle } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import {
  AssertionAnswer,
  ItemDecision,
  type ItemState,
  type RunContext,
  SlotKind,
} from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { enumWord } from "../../../src/cli/text/enum-word.ts";
import { type Connection, openConnection } from "../../../src/client/connection.ts";
import { contextOf, loadRunView, type RunView } from "../../../src/client/run-view.ts";
import { leavingOpen, lettingGo } from "../../../src/client/settle-draft.ts";
import { sha256Hex } from "../../../src/sha256.ts";
import { importFiles, startTestServer } from "../../e2e/support/server.ts";
import { chooseLeft } from "../../support/choose-left.ts";
import type { Case } from "./dossier.ts";

/** What the guide put first into a slot that the case knows the truth of. */
export interface FirstBinding {
  readonly claim: string;
  readonly template: string;
  /** Whether the guide put it forward by itself; else it was chosen among the passages. */
  readonly isOwn: boolean;
  /** Where in the list stood the first passage of a right paper that was chosen, from 1; 0: none was listed, or the guide chose. */
  readonly place: number;
  /** Empty: nothing was put forward. */
  readonly file: string;
  readonly isRight: boolean;
  /** Words of the other side that the truth of the case does not want there. */
  readonly isOpponents: boolean;
  readonly quote: string;
  /** Codes of the looks on the binding or on the quote made from it. */
  readonly looks: readonly string[];
}

const codesOf = ({ looks }: ItemState): string[] => looks.map(({ code }) => enumWord(LookCodeSchema, code));

export interface Walked {
  readonly finalised: boolean;
  readonly stoppedIn: OrchestratorState;
  /** What was missing in the end, in words, with the sentence it was missing in. */
  readonly missing: readonly string[];
  readonly looksNamed: number;
  readonly bindings: readonly FirstBinding[];
  /** What was searched where the claim is that something did not happen. */
  readonly absenceQueries: readonly string[];
  /** The sentences of the draft, in order; none: there is none yet. */
  readonly sentences: readonly string[];
}

/**
 * Takes a case from intent to end as somebody would who does what the guide says: ask, choose by the case's truth where the guide
 * leaves that to her, confirm, go on. `names`: whether
 * looks are read and named; without it only what can be confirmed in bulk is.
 */
export const walkCase = async (one: Case, names: boolean): Promise<Walked> => {
  const server = await startTestServer();
  const connection = openConnection(server.url);
  try {
    const files = one.documents.map((document) => ({ path: document.file, bytes: document.bytes }));
    await importFiles(server, files);
    return await new Walk(connection, one, names).whole();
  } finally {
    connection.close();
    await server.stop();
  }
};

/** One walk through the six stages over the public RPCs. */
class Walk {
  readonly #connection: Connection;
  readonly #case: Case;
  readonly #names: boolean;
  #context!: RunContext;
  #named = 0;

  constructor(connection: Connection, one: Case, names: boolean) {
    this.#connection = connection;
    this.#case = one;
    this.#names = names;
  }

  async whole(): Promise<Walked> {
    const { profileId, referenceDate, goal, parties, letter, claims } = this.#case;
    const { orchestrator } = this.#connection;
    const made = await orchestrator.createRun({
      idempotencyKey: key(),
      title: "Zaak",
      profileId,
      locale: "nl",
      referenceDate,
    });
    this.#context = contextOf(made.runContext);
    const people = parties.map(({ role, person }) => ({
      role: PartyRole[role],
      names: [person.replace(/\s*<.*$/u, "")],
      addresses: [/<(.*)>/u.exec(person)?.[1] ?? ""],
    }));
    const pinLetter = async (): Promise<void> => {
      if (letter === "") return;
      const pinned = { evidenceId: this.#idOf(letter), role: PinRole.ANSWERED };
      await this.#done(orchestrator.pinEvidence({ ...this.#command(), ...pinned }));
    };
    if (this.#case.letterIsRead) {
      await pinLetter();
      await this.#guide(goal);
      await this.#confirm();
    } else {
      await this.#propose({ case: "intentSeed", value: { goal, referenceDate, locale: "nl", parties: people } });
      await pinLetter();
    }
    await this.#advance();
    const outline = claims.map(({ kind, text }) => ({ text, claimKind: kind }));
    await this.#propose({ case: "skeleton", value: { sections: [{ title: "Stellingen", claims: outline }] } });
    await this.#advance();
    await this.#stage("Zoek wat de stellingen nodig hebben.");
    const absenceQueries = await this.#absenceQueries();
    if (this.#context.state === OrchestratorState.EVIDENCE_BINDING) await this.#guide("Koppel het bewijs.");
    const bound = await this.#view();
    const places = await this.#choose(bound);
    const chosen = await this.#view();
    const looks = new Map(this.#context.items.map((item) => [item.itemId, codesOf(item)]));
    if (this.#context.state === OrchestratorState.EVIDENCE_BINDING) {
      await this.#confirm();
      if (this.#names) await this.#dismissHits();
      await this.#advance();
    }
    if (this.#context.state === OrchestratorState.SPAN_RESOLUTION) {
      await this.#guide("Zoek de woorden.");
      this.#context = (await chooseLeft(this.#connection, this.#context)).context;
    }
    const quoted = await this.#view();
    for (const item of this.#context.items) looks.set(item.itemId, codesOf(item));
    if (this.#context.state === OrchestratorState.SPAN_RESOLUTION) {
      await this.#confirm();
      await this.#advance();
    }
    if (this.#context.state === OrchestratorState.DRAFT) await this.#stage("Schrijf het stuk.");
    const { state, lifecycle, missingInputs } = this.#context;
    const sentences = ((await this.#view()).draft?.sections ?? []).flatMap((section) => section.sentences);
    const texts = new Map(sentences.map(({ sentenceId, text }) => [sentenceId, ` “${text}”`] as const));
    return {
      finalised: lifecycle === RunLifecycle.FINALISED,
      stoppedIn: state,
      missing: missingInputs.map(({ description, subjectId }) => `${description}${texts.get(subjectId) ?? ""}`),
      looksNamed: this.#named,
      bindings: this.#judge({ bound, chosen, quoted, places }, looks),
      absenceQueries,
      sentences: sentences.map(({ text }) => text),
    };
  }

  /** A turn, what comes of it confirmed, and on. */
  async #stage(prompt: string): Promise<void> {
    await this.#guide(prompt);
    if (this.#names) await this.#settle();
    await this.#confirm();
    await this.#advance();
  }

  /** What the person alone can do: let words of a claim go that the guide says with its sources alone. */
  async #settle(): Promise<void> {
    const { missingInputs } = this.#context;
    const letGo = lettingGo(missingInputs, (await this.#view()).skeleton);
    const left = leavingOpen(missingInputs, AssertionAnswer.LEFT_OPEN);
    if (letGo.length + left.length > 0) await this.#propose({ case: "draftText", value: { letGo, left } }, false);
  }

  async #guide(userPrompt: string): Promise<void> {
    await this.#done(this.#connection.orchestrator.guide({ ...this.#command(), userPrompt }));
  }

  async #propose(proposal: object, confirm = true): Promise<void> {
    await this.#done(
      this.#connection.orchestrator.propose({ ...this.#command(), proposal: { proposal } as never, confirm }),
    );
  }

  async #confirm(): Promise<void> {
    const waiting = this.#context.items.filter(({ decision }) => decision === ItemDecision.UNSPECIFIED);
    const plain = waiting.filter(({ looks }) => looks.length === 0);
    if (plain.length > 0) await this.#decide(plain);
    for (const item of this.#names ? waiting.filter(({ looks }) => looks.length > 0) : []) {
      await this.#decide([item]);
      this.#named += item.looks.length;
    }
  }

  async #decide(items: readonly ItemState[]): Promise<void> {
    const proposalDigest = this.#context.current.find(({ role }) => role === "proposal")?.ref?.digest ?? "";
    const decided = items.map(({ itemId, looks, compareDigests }) => ({
      itemId,
      decision: ItemDecision.CONFIRM,
      lookFingerprints: looks.map(({ fingerprint }) => fingerprint),
      shownDigests: compareDigests,
    }));
    await this.#done(this.#connection.orchestrator.confirm({ ...this.#command(), proposalDigest, items: decided }));
  }

  /** Goes on where nothing is missing; else the walk stays where it is. */
  async #advance(): Promise<void> {
    if (this.#context.missingInputs.length > 0) return;
    await this.#done(this.#connection.orchestrator.advance(this.#command()));
  }

  /** What the person alone can do: say of each hit of a search for an absence why it does not matter. */
  async #dismissHits(): Promise<void> {
    const { needs, needMap } = await this.#view();
    const done = new Set(needMap?.bindings.map(({ slotId }) => slotId));
    for (const slot of slotsOf(needs)) {
      const toolResultId = slot.searchResultIds.at(-1);
      if (slot.kind !== SlotKind.ABSENCE || done.has(slot.slotId) || toolResultId === undefined) continue;
      const dismissals = (await this.#searchOf(toolResultId))?.candidates.map(({ evidenceId }) => ({
        evidenceId,
        reason: "Dit stuk gaat niet over de nakoming.",
      }));
      const evidence = { evidence: { case: "search", value: { toolResultId } } };
      await this.#propose(
        { case: "needMap", value: { bindings: [{ slotId: slot.slotId, evidence, dismissals }] } },
        false,
      );
      await this.#confirm();
    }
  }

  async #searchOf(resultId: string): Promise<EvidenceSearchResult | undefined> {
    const { calls } = await this.#connection.tools.listToolCalls({ runId: this.#context.runId, pageSize: 1_000 });
    const ref = calls.find(({ result }) => result?.id === resultId)?.result?.outputRef;
    if (!ref) return undefined;
    const { content } = await this.#connection.artifacts.getArtifact({ digest: ref.digest });
    return fromBinary(EvidenceSearchResultSchema, content);
  }

  async #absenceQueries(): Promise<string[]> {
    const { needs } = await this.#view();
    const ids = slotsOf(needs).flatMap(({ kind, searchResultIds }) =>
      kind === SlotKind.ABSENCE ? searchResultIds : [],
    );
    const { calls } = await this.#connection.tools.listToolCalls({ runId: this.#context.runId, pageSize: 1_000 });
    return calls.flatMap(({ request, result }) => {
      const params = request?.params?.params;
      return result && ids.includes(result.id) && params?.case === "vaultSearch" ? [params.value.query] : [];
    });
  }

  /** Chooses what the guide left open: the first passage of a paper that is right by the case, and where in the list it stood. */
  async #choose(bound: RunView): Promise<ReadonlyMap<string, number>> {
    const claims = (bound.needs?.sections ?? []).flatMap((section) => section.claims);
    const rights = new Map(
      claims.flatMap(({ claimText, required, optional }) =>
        [...required, ...optional].map(({ slotId, templateName }) => [
          slotId,
          (this.#case.claims.find(({ text }) => text === claimText)?.right[templateName] ?? []).map((file) =>
            this.#idOf(file),
          ),
        ]),
      ),
    );
    const { context, chosen } = await chooseLeft(this.#connection, this.#context, ({ evidence }, slotId) =>
      (rights.get(slotId) ?? []).includes(evidence?.evidenceId ?? ""),
    );
    this.#context = context;
    await this.#pinPlaces(rights);
    return new Map(
      chosen.map(({ slotId, place, passage }) => [
        slotId,
        (rights.get(slotId) ?? []).includes(passage.evidence?.evidenceId ?? "") ? place : 0,
      ]),
    );
  }

  /** A place is named by the guide, in the paper that a person links: those of the case that are not bound yet. */
  async #pinPlaces(rights: ReadonlyMap<string, readonly string[]>): Promise<void> {
    const { needs, needMap } = await this.#view();
    const bound = new Set((needMap?.bindings ?? []).map(({ slotId }) => slotId));
    const open = slotsOf(needs).filter(({ slotId, kind }) => kind === SlotKind.LOCATION && !bound.has(slotId));
    for (const { slotId } of open)
      for (const evidenceId of (rights.get(slotId) ?? []).slice(0, 1))
        await this.#done(this.#connection.orchestrator.pinEvidence({ ...this.#command(), evidenceId, slotId }));
    if (open.length > 0) await this.#guide("Zoek de vindplaatsen.");
  }

  #judge(
    {
      bound,
      chosen,
      quoted,
      places,
    }: {
      readonly bound: RunView;
      readonly chosen: RunView;
      readonly quoted: RunView;
      readonly places: ReadonlyMap<string, number>;
    },
    looks: ReadonlyMap<string, readonly string[]>,
  ): FirstBinding[] {
    const opponents = new Set(
      this.#case.parties.flatMap(({ role, person }) =>
        role === "OPPONENT" || role === "REPRESENTATIVE" ? [person] : [],
      ),
    );
    const claims = (bound.needs?.sections ?? []).flatMap((section) => section.claims);
    return this.#case.claims.flatMap(({ text, right }) => {
      const claim = claims.find(({ claimText }) => claimText === text);
      return Object.entries(right).map(([template, wanted]): FirstBinding => {
        const slot = [...(claim?.required ?? []), ...(claim?.optional ?? [])].find(
          (one) => one.templateName === template,
        );
        const isOwn = bound.needMap?.bindings.some(({ slotId }) => slotId === slot?.slotId) ?? false;
        const binding = chosen.needMap?.bindings.find(({ slotId }) => slotId === slot?.slotId);
        const entry = quoted.ledger?.entries.find(({ bindingId }) => bindingId === binding?.bindingId);
        const ref = binding?.evidence?.evidence;
        const document = this.#case.documents.find(
          (one) => ref?.case === "document" && ref.value.evidenceId === this.#idOf(one.file),
        );
        const isRight = document !== undefined && wanted.includes(document.file);
        return {
          claim: text,
          template,
          isOwn,
          place: places.get(slot?.slotId ?? "") ?? 0,
          file: document?.file ?? "",
          isRight,
          isOpponents: document !== undefined && !isRight && opponents.has(document.from),
          quote: entry?.span?.excerpt ?? "",
          looks: [...(looks.get(binding?.bindingId ?? "") ?? []), ...(looks.get(entry?.entryId ?? "") ?? [])],
        };
      });
    });
  }

  #idOf(file: string): string {
    const document = this.#case.documents.find((one) => one.file === file);
    if (!document) throw new Error(`the case has no ${file}`);
    return `vault:${sha256Hex(document.bytes)}`;
  }

  #view(): Promise<RunView> {
    return loadRunView(this.#connection, this.#context);
  }

  async #done(call: Promise<{ readonly runContext?: RunContext | undefined }>): Promise<void> {
    this.#context = contextOf((await call).runContext);
  }

  #command() {
    const { runId, version: expectedVersion } = this.#context;
    return { runId, expectedVersion, idempotencyKey: key() };
  }
}

const key = (): string => crypto.randomUUID();

const slotsOf = (needs: RunView["needs"]) =>
  (needs?.sections ?? [])
    .flatMap((section) => section.claims)
    .flatMap(({ required, optional }) => [...required, ...optional]);
