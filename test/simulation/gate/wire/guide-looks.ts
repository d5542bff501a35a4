import { create } from "@bufbuild/protobuf";
import { CitationLedgerSchema } from "../../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { EvidenceNeedMapSchema } from "../../../../gen/pincite/memo/v1/need_map_pb.ts";
import { PartyRole } from "../../../../gen/pincite/memo/v1/party_pb.ts";
import { StageProposalSchema } from "../../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import {
  type DraftRule,
  DraftRuleSchema,
  type LookCode,
  LookCodeSchema,
} from "../../../../gen/pincite/run/v1/look_pb.ts";
import { OrchestratorState as S } from "../../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import {
  MissingInput_Kind,
  NextAction_Kind as Next,
  type RunContext,
} from "../../../../gen/pincite/run/v1/run_context_pb.ts";
import { key, RunDriver } from "../../../e2e/support/run-driver.ts";
import { importFiles, startTestServer, type TestServer } from "../../../e2e/support/server.ts";
import type { Dossier, DossierDocument, HonestSentence } from "../../../support/cases/dossier.ts";
import { halves, isUnread, readStates } from "../../../support/cases/halves.ts";
import type { CaseFolder } from "../../../support/cases/read-case.ts";
import { casesFolder } from "../../../support/cases/table.ts";
import { chooseLeft } from "../../../support/choose-left.ts";
import { audienceOf } from "../measure.ts";
import { citedCases, gateCase, gateCases } from "../sets.ts";
import { referenceDate } from "./world.ts";

/** A binding that the guide made by itself. */
export interface GuidedBinding {
  readonly dossier: string;
  /** The sentence of the dossier that was its claim. */
  readonly sentence: string;
  /** By the dossier: the words that the sentence was written from, other words of that document, or another document. */
  readonly is: "right" | "other words" | "wrong";
  readonly looks: readonly LookCode[];
  /** Sentences that the guide wrote for its claim. */
  readonly drafted: readonly GuidedSentence[];
  /** The claim and what was quoted for it. */
  readonly shown: string;
}

/** A sentence that the guide wrote by itself, with what the gate says of it. */
export interface GuidedSentence {
  readonly claimId: string;
  readonly text: string;
  readonly rules: readonly DraftRule[];
  readonly looks: readonly LookCode[];
}

/** Cases whose sentences whoever mends rules may read. */
const states = readStates(casesFolder);
const isShown = (name: string): boolean => halves.every((half) => !isUnread(states, name, half));
/** Claims of one memo. */
const claimsPerRun = 12;

/**
 * Has the guide find, bind and quote evidence for claims of the dossiers, over gRPC against a whole server, and gives each
 * binding with the looks that it and its quotes have. What is right stands in the dossiers: the documents that a sentence
 * was written from.
 */
export const guidedBindings = async (
  every: number,
  tell: (line: string) => void = () => {},
  cases: readonly CaseFolder[] = citedCases,
): Promise<GuidedBinding[]> => {
  const server = await startTestServer();
  try {
    const all: GuidedBinding[] = [];
    for (const { dossier, unsaid } of cases) {
      const files = dossier.documents.map((one) => fileOf(dossier, one));
      const uids = (await importFiles(server, files, dossier.name)).map(({ docUid }) => docUid);
      const ids = new Map(dossier.documents.map(({ id }, at) => [id, uids[at] ?? ""]));
      const claims = [...dossier.honest.filter((one) => isClaim(dossier, one)), ...unfounded(unsaid)].filter(
        (_, at) => at % every === 0,
      );
      for (let from = 0; from < claims.length; from += claimsPerRun)
        all.push(...(await oneRun(server, dossier, claims.slice(from, from + claimsPerRun), ids)));
      tell(
        summary(
          dossier.name,
          all.filter((one) => one.dossier === dossier.name),
        ),
      );
    }
    return all;
  } finally {
    await server.stop();
  }
};

/** Counts of a set of bindings. */
export const summary = (name: string, bindings: readonly GuidedBinding[]): string => {
  const looked = (is: GuidedBinding["is"]) => {
    const some = bindings.filter((one) => one.is === is);
    return `${some.filter(({ looks }) => looks.length > 0).length} of ${some.length} ${is}`;
  };
  return `${name}: looks on ${looked("wrong")}, ${looked("other words")}, ${looked("right")}`;
};

/** How many bindings of a sort have each look, the commonest first; none of the sentences is told by it. */
const countsByCode = (bindings: readonly GuidedBinding[], is: GuidedBinding["is"]): string => {
  const codes = bindings.filter((one) => one.is === is).flatMap(({ looks }) => [...new Set(looks)]);
  const counts = [...new Set(codes)].map((code) => ({ code, count: codes.filter((one) => one === code).length }));
  return counts
    .toSorted((a, b) => b.count - a.count || a.code - b.code)
    .map(({ code, count }) => `${LookCodeSchema.value[code]?.localName} ${count}`)
    .join(", ");
};

/** Claims that no paper of the dossier says. */
const unfounded = (unsaid: readonly string[]): HonestSentence[] =>
  unsaid.map((text, at) => ({
    ...{ id: `unfounded-${at + 1}`, kind: "FACT", claimId: "", entryIds: [], text },
  }));

/** A fact that one quotation of one document carries alone, told in no words but the author's. */
const isClaim = (dossier: Dossier, { kind, text, entryIds }: HonestSentence): boolean =>
  kind !== "CONNECTIVE" &&
  kind !== "LAW" &&
  entryIds.length === 1 &&
  !/[“”]/u.test(text) &&
  sourcesOf(dossier, entryIds).length > 0 &&
  dossier.entries.some(({ id, slotKind }) => id === entryIds[0] && slotKind === "QUOTE");

const sourcesOf = (dossier: Dossier, entryIds: readonly string[]): string[] => {
  const cited = dossier.entries.filter(({ id }) => entryIds.includes(id));
  const sources = cited.flatMap((entry) => ("source" in entry ? [entry.source] : []));
  return sources.filter((id) => dossier.documents.some((document) => document.id === id));
};

/** The document as a file: mail as mail, anything else as its text. */
const fileOf = (dossier: Dossier, document: DossierDocument): { path: string; bytes: Uint8Array } => {
  // A file of no form of its own says its day and title by its name, as people name files.
  const name = [document.date, document.title].filter(Boolean).join(" ");
  if (document.kind !== "e-mail") return { path: `${name}.txt`, bytes: Buffer.from(signedText(document)) };
  const address = (name: string): string => {
    const party = dossier.parties.find(({ names }) => names.includes(name));
    return `"${name}" <${party?.addresses[0] ?? `${name.toLowerCase().replaceAll(/\P{L}/gu, "")}@elders.example`}>`;
  };
  const people = (part: string) =>
    document.participants.filter((one) => one.part === part).map(({ name }) => address(name));
  const [, ...body] = document.text.split("\n\n");
  const lines = [
    `From: ${people("from")[0] ?? address(document.author)}`,
    `To: ${people("to").join(", ")}`,
    ...(people("cc").length > 0 ? [`Cc: ${people("cc").join(", ")}`] : []),
    `Subject: ${document.title}`,
    `Date: ${new Date(`${document.date}T09:00:00Z`).toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: <${document.id}@${dossier.name}.example>`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: 8bit",
    "",
    ...body.join("\n\n").split("\n"),
  ];
  return { path: `${document.id}.eml`, bytes: Buffer.from(lines.join("\r\n"), "utf8") };
};

/** The text with the names of those who signed or sent it below, where the dossier says so and the text leaves it to the paper. */
const signedText = ({ text, participants }: DossierDocument): string => {
  const signers = participants.filter(({ part }) => part === "signed" || part === "from").map(({ name }) => name);
  const end = text.slice(-200);
  // A family name there is a signature, whatever stands in front of it.
  const missing = signers.filter((name) => !end.includes(name.split(" ").at(-1) ?? name));
  return missing.length === 0 ? text : `${text}\n\n${missing.join("\n")}`;
};

const oneRun = async (
  server: TestServer,
  dossier: Dossier,
  sentences: readonly HonestSentence[],
  ids: ReadonlyMap<string, string>,
): Promise<GuidedBinding[]> => {
  const { name, locale, parties } = dossier;
  const asked = { idempotencyKey: key(), strandId: name, locale, referenceDate };
  const { runContext } = await server.orchestrator.createRun(asked);
  const run = new RunDriver(server, runContext as RunContext);
  const people = parties.map((one) => ({
    names: [...one.names],
    addresses: [...one.addresses],
    role: PartyRole[one.role],
  }));
  const intent = { goal: "De zaak van het dossier.", audience: audienceOf(dossier), locale, parties: people };
  await run.propose(create(StageProposalSchema, { proposal: { case: "intentSeed", value: intent } }), true);
  await run.advance();
  const sections = [{ title: "Memo", claims: sentences.map(({ text }) => ({ text })) }];
  await run.propose(create(StageProposalSchema, { proposal: { case: "skeleton", value: { sections } } }), true);
  await run.advance();
  await guideOn(server, run);
  // What the guide found nothing for is left out: this asks about what it binds.
  const dropSlotIds = run.context.slots.filter((slot) => slot.candidateCount === 0).map(({ slotId }) => slotId);
  await withoutSlots(run, dropSlotIds);
  await guideOn(server, run);
  const looks = new Map(run.context.items.map((item) => [item.itemId, item.looks.map(({ code }) => code)]));
  await run.confirmAll();
  const unbound = run.context.missingInputs.filter(({ kind }) => kind === MissingInput_Kind.BINDING);
  if (unbound.length > 0) {
    await run.rewind(S.EVIDENCE_NEEDS);
    await withoutSlots(
      run,
      unbound.map(({ subjectId }) => subjectId),
    );
    await run.confirmAll();
  }
  const needMap = await run.current("need_map", EvidenceNeedMapSchema);
  await run.advance();
  await guideOn(server, run);
  const ledger = await run.current("proposal", CitationLedgerSchema);
  for (const { entryId, bindingId } of ledger?.entries ?? []) {
    const seen = run.context.items.find(({ itemId }) => itemId === entryId)?.looks ?? [];
    looks.set(bindingId, [...(looks.get(bindingId) ?? []), ...seen.map(({ code }) => code)]);
  }
  const drafted = await draftOf(server, run);
  return (needMap?.bindings ?? []).flatMap(({ bindingId, claimId, evidence }): GuidedBinding[] => {
    const sentence = sentences[Number(claimId.slice("claim:".length)) - 1];
    if (sentence === undefined || evidence?.evidence.case !== "document") return [];
    const right = sourcesOf(dossier, sentence.entryIds).map((id) => `vault:${ids.get(id)}`);
    const quoted = (ledger?.entries ?? [])
      .filter((one) => one.bindingId === bindingId)
      .map((one) => one.span?.excerpt ?? "");
    const isOfIt = right.includes(evidence.evidence.value.evidenceId);
    const is = !isOfIt ? "wrong" : quoted.some((words) => isWordOf(dossier, sentence, words)) ? "right" : "other words";
    return [
      {
        dossier: name,
        sentence: sentence.id,
        is,
        looks: looks.get(bindingId) ?? [],
        drafted: drafted.filter((one) => one.claimId === claimId),
        shown: `${sentence.text} <- ${quoted.join(" / ")}`,
      },
    ];
  });
};

/** Has the guide draft over what is confirmed, and gives its sentences. */
const draftOf = async (server: TestServer, run: RunDriver): Promise<GuidedSentence[]> => {
  await run.confirmAll();
  // Where the guide found no quote for a binding there is no draft.
  if (run.context.missingInputs.some(({ kind }) => kind === MissingInput_Kind.SPAN)) return [];
  await run.advance();
  await guideOn(server, run);
  const draft = await run.current("proposal", DraftTextSchema);
  const { items, missingInputs } = run.context;
  return (draft?.sections ?? [])
    .flatMap(({ sentences }) => sentences)
    .map(({ sentenceId, claimId, text }) => ({
      claimId,
      text,
      rules: missingInputs
        .filter(({ kind, subjectId }) => kind === MissingInput_Kind.DRAFT_CHECK && subjectId === sentenceId)
        .map(({ rule }) => rule),
      looks: items.find(({ itemId }) => itemId === sentenceId)?.looks.map(({ code }) => code) ?? [],
    }));
};

/** Whether the words are among those that the sentence was written from, or hold them. */
const isWordOf = (dossier: Dossier, { entryIds }: HonestSentence, words: string): boolean => {
  const plain = (text: string): string => text.replaceAll(/\s+/gu, " ").trim();
  return dossier.entries
    .filter(({ id }) => entryIds.includes(id))
    .some((entry) => {
      if (!("quote" in entry)) return entry.slotKind === "LOCATION";
      const [own, quoted] = [plain(entry.quote), plain(words)];
      return quoted !== "" && (own.includes(quoted) || quoted.includes(own));
    });
};

/** Confirms the needs without these slots, and goes on. */
const withoutSlots = async (run: RunDriver, dropSlotIds: string[]): Promise<void> => {
  if (dropSlotIds.length > 0)
    await run.propose(create(StageProposalSchema, { proposal: { case: "evidenceNeeds", value: { dropSlotIds } } }));
  await run.confirmAll();
  await run.advance();
};

/** Lets the guide go on in a stage until it has something to confirm, or has had its turns; the first passage is chosen where it leaves that open. */
const guideOn = async (server: TestServer, run: RunDriver): Promise<void> => {
  for (let turn = 0; turn < 8; turn++) {
    await server.orchestrator.guide({ ...run.command(), userPrompt: "Ga verder." });
    await chooseLeft(server, await run.read());
    const { nextAction, state, slots } = await run.read();
    const found = state !== S.EVIDENCE_NEEDS || slots.every((slot) => slot.candidateCount > 0);
    if (found && (nextAction?.kind === Next.CONFIRM || nextAction?.kind === Next.ADVANCE)) return;
  }
};

/** The looks on what the guide binds, from the command line. True when wrong bindings are looked at and right ones are not. */
export const simulateLooks = async (args: readonly string[]): Promise<boolean> => {
  const [every = "1", ...names] = /^\d+$/u.test(args[0] ?? "1") ? args : ["1", ...args];
  const cases = names.length === 0 ? gateCases : names.map(gateCase);
  const all = await guidedBindings(Number(every), (line) => console.log(line), cases);
  console.log(summary("all", all));
  for (const is of ["right", "wrong"] as const) console.log(`  on ${is} ones: ${countsByCode(all, is)}`);
  const share = (is: GuidedBinding["is"]) => {
    const some = all.filter((one) => one.is === is);
    return some.filter(({ looks }) => looks.length > 0).length / Math.max(1, some.length);
  };
  const codes = (looks: readonly LookCode[]) => looks.map((code) => LookCodeSchema.value[code]?.localName).join();
  // Sentences that are kept from those who write the rules: of them only counts are told.
  const drafts = all
    .filter(({ is }) => is === "right")
    .flatMap(({ dossier, drafted }) => drafted.map((one) => ({ dossier, ...one })));
  const [refused, seen] = [
    drafts.filter(({ rules }) => rules.length > 0),
    drafts.filter(({ looks }) => looks.length > 0),
  ];
  console.log(
    `drafts over right bindings: ${drafts.length} sentences, ${refused.length} refused, ${seen.length} looked at`,
  );
  for (const { dossier, text, rules, looks } of new Set([...refused, ...seen]))
    if (isShown(dossier))
      console.log(
        `  ${dossier} ${text}: ${[...rules.map((rule) => DraftRuleSchema.value[rule]?.localName), codes(looks)].join()}`,
      );
  for (const { dossier, sentence, is, looks, shown } of all)
    if (isShown(dossier) && is !== "other words" && (is === "wrong") === (looks.length === 0))
      console.log(`  ${dossier} ${sentence} ${is}: ${codes(looks) || "no look"}; ${shown}`);
  return share("wrong") >= 0.9 && share("right") <= 0.1;
};
