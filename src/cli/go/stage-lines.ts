import { textIn } from "#kit/localised.ts";
import type { LedgerEntry } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { EvidenceSlot } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { SkeletonClaim } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import type { SlotCandidates } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState as State } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { AssertionAnswer, ItemDecision, type ItemState, SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { claimsLetGo } from "../../client/let-go.ts";
import { claimOfSlot, shownAtOnce } from "../../client/passages.ts";
import type { RunView } from "../../client/run-view.ts";
import { speaksFor, twinOf, type Writer } from "../../client/writers.ts";
import { dateInWords } from "../../export/days.ts";
import { letterOrder } from "../../export/letter-order.ts";
import type { PlainId, Speech } from "../../messages/speech.ts";
import { strangerBehind } from "../../profile/complete.ts";
import { saysNotShown } from "../../show/absence-note.ts";
import { addresseeNamed } from "../../show/addressee-named.ts";
import { noteOfClaim } from "../../show/conceded.ts";
import { laterInDraft, laterOnClaim } from "../../show/letter-later.ts";
import { lookedAt } from "../../show/looked-words.ts";
import { slotsLeft } from "../../show/open-slots.ts";
import { otherSums } from "../../show/own-sums.ts";
import { standingBeside } from "../../show/standing-beside.ts";
import { toCompare } from "../../show/to-compare.ts";
import type { Uncited } from "../../show/uncited.ts";
import { addresseeLines } from "../print/addressee-lines.ts";
import { besideLines } from "../print/beside-lines.ts";
import { clauseLines } from "../print/clause-lines.ts";
import { frameLines } from "../print/frame-lines.ts";
import { aboutItem, evidenceTitle, slotAsked } from "../print/item-text.ts";
import { letGoLines } from "../print/let-go-lines.ts";
import { laterSaid, letterLaterLines } from "../print/letter-later-lines.ts";
import { answerShown, cutLines, letterLines, numberOf, statedLines } from "../print/letter-lines.ts";
import { answeredLines, lookLine } from "../print/look-words.ts";
import { ownSumsLines } from "../print/own-sums-lines.ts";
import { paperLines } from "../print/paper-lines.ts";
import { lackingLines, passageLines } from "../print/passage-lines.ts";
import { saidLine } from "../print/pointed-line.ts";
import { orderSaid } from "../print/ranking.ts";
import { roleWord, speakerWord } from "../print/role-words.ts";
import { uncitedLines } from "../print/uncited-lines.ts";
import { adverseLines, cautionLines, wishLines } from "../print/wish-lines.ts";
import { oneLine, wrap } from "../text/plain.ts";

const stageNames: Readonly<Record<number, PlainId>> = {
  [State.INTENT_SEED]: "go.what-it-is-about",
  [State.SKELETON]: "go.what-you-say",
  [State.EVIDENCE_NEEDS]: "go.what-has-to-be-shown",
  [State.EVIDENCE_BINDING]: "go.in-which-document-it-stands",
  [State.SPAN_RESOLUTION]: "go.the-exact-words",
  [State.DRAFT]: "go.the-letter-itself",
};

/** Which of the six steps this is, as a heading. */
export const stepLine = ({ context: { state } }: RunView, { phrase }: Speech): string => {
  const name = stageNames[state];
  return name ? phrase("go.step-of-6", { state, name: phrase(name) }) : "";
};

/**
 * What a person needs to read before she answers, for the stage at hand. `writers`: whom nobody has named yet. `isAgain`: she
 * saw it just now, so only what is still undecided is shown.
 */
export const stageLines = (
  view: RunView,
  { writers, isAgain, passages = new Map(), besides = [], isUnattended = false }: Known,
  speech: Speech,
): string[] => {
  const { items } = view.context;
  const open = new Set(items.filter(({ decision }) => decision === 0).map(({ itemId }) => itemId));
  const lines = shownLines(
    isAgain && open.size > 0 ? { ...view, passages, only: open } : { ...view, passages },
    { writers, isUnattended },
    speech,
  );
  // A heading whose items are all decided leaves two empty lines.
  const isDrafted = view.context.state === State.DRAFT && view.draft !== undefined;
  const told = isDrafted
    ? [
        ...letGoLines(claimsLetGo(view, passages.values()), speech),
        ...addresseeLines(addresseeNamed(view), speech),
        ...ownSumsLines(otherSums(view), speech),
        ...letterLaterLines(laterInDraft(view), speech),
      ]
    : [];
  const count = isDrafted ? toCompare(view) : 0;
  const first = count === 0 ? [] : [speech.phrase("compare.to-do", { count }), ""];
  return [...first, ...lines, ...told, ...uncitedLines(besides, speech)].filter(
    (line, at, all) => line !== "" || all[at - 1] !== "",
  );
};

/** A run with the items that are shown of it; absent: all. */
type Shown = RunView & { readonly only?: ReadonlySet<string>; readonly passages: Passages };

/** The passages that may serve each slot, best first. */
export type Passages = ReadonlyMap<string, SlotCandidates>;

/** What is shown beside the run itself. */
interface Known {
  readonly writers: readonly Writer[];
  readonly isAgain: boolean;
  readonly passages?: Passages;
  /** True: nobody reads a command here who could type it. Default false. */
  readonly isUnattended?: boolean;
  /** What papers that a draft rests nothing on say about its claims. */
  readonly besides?: readonly Uncited[];
}

const shownLines = (view: Shown, known: Pick<Known, "writers" | "isUnattended">, speech: Speech): string[] => {
  switch (view.context.state) {
    case State.INTENT_SEED:
      return intentLines(view, known, speech);
    case State.SKELETON:
      return outlineLines(view, speech);
    case State.EVIDENCE_NEEDS:
      return claimsWith(view, needLines(view, speech), speech);
    case State.EVIDENCE_BINDING:
      return claimsWith(view, bindingLines(view, speech), speech);
    case State.SPAN_RESOLUTION:
      return claimsWith(view, quoteLines(view, speech), speech);
    case State.DRAFT:
      return draftLines(view, speech);
    default:
      return [];
  }
};

/** The kind of memo, and how another is taken where somebody reads this who may. */
const kindLines = (kind: string, isUnattended: boolean, { phrase }: Speech): string[] => {
  const said = phrase("go.kind-of-memo", { kind });
  return wrap(isUnattended ? said : `${said} ${phrase("go.another-kind")}`, 92);
};

const intentLines = (
  view: RunView,
  { writers, isUnattended = false }: Pick<Known, "writers" | "isUnattended">,
  speech: Speech,
): string[] => {
  const { intent, context } = view;
  const goal = intent ? wrap(speech.phrase("go.your-goal", { goal: oneLine(intent.goal, 400) }), 92) : [];
  const day = dateInWords(intent?.referenceDate || context.referenceDate, speech.locale);
  const law = day === "" ? [] : [speech.phrase("go.the-law-is-read-as-it-was-on", { day })];
  const people = (intent?.parties ?? []).map(
    (party) => `  ${oneLine(party.names[0] ?? "", 60)}: ${roleWord(party, speech.locale, view.profile)}`,
  );
  const strangers = writers
    .filter(({ isWrittenTo }) => isWrittenTo)
    .map((writer) => {
      const party = twinOf(writer, writers, intent)?.names[0] ?? "";
      const speaker = speaksFor(writer, writers, intent) ? speakerWord(speech.locale, view.profile) : "";
      const likely = speaker === "" ? speech.phrase("go.who-is-that") : `${speaker}?`;
      const asked = party === "" ? likely : speech.phrase("go.the-same-as", { party });
      return `  ${oneLine(writer.name || writer.address, 60)}: ${asked}`;
    });
  const aside = writers
    .filter(({ isWrittenTo }) => !isWrittenTo)
    .map(({ name, address }) => oneLine(name || address, 60));
  const others =
    aside.length === 0 ? [] : wrap(speech.phrase("go.wrote-and-got-no-answer", { names: aside.join(", ") }), 90);
  const all = [...people, ...strangers, ...others.map((line) => `  ${line}`)];
  const stranger = view.profile ? strangerBehind(view.profile) : "";
  const maker =
    stranger === "" ? [] : [speech.phrase("go.this-kind-of-memo-was-made-by", { maker: oneLine(stranger, 120) })];
  const kind = textIn(view.profile?.title ?? [], speech.locale);
  return [
    ...(kind === "" ? [] : kindLines(oneLine(kind, 100), isUnattended, speech)),
    ...maker,
    ...goal,
    ...law,
    "",
    ...cautionLines(view, speech),
    ...(context.answeredLetter ? letterLines(view, speech) : []),
    ...wishLines(view, speech),
    ...(all.length === 0 ? [] : [speech.phrase("go.who-wrote-something-in-this-case"), ...all, ""]),
  ];
};

const outlineLines = (view: Shown, speech: Speech): string[] =>
  view.skeleton === undefined ? statedLines(view, speech) : outlined(view, speech);

const outlined = (view: Shown, speech: Speech): string[] => {
  const assertions = view.letterReading?.assertions ?? [];
  return [
    ...(view.skeleton?.sections ?? []).flatMap(({ title, claims }) =>
      headed(
        title,
        claims.flatMap((claim) => {
          const lines = item(view, claim.claimId, aboutItem(view, claim.claimId, speech), speech);
          const note = noteOfClaim(claim);
          const notes = [
            ...(note ? [speech.phrase(note)] : []),
            ...(saysNotShown(claim, view.profile) ? [speech.phrase("absent.it-says")] : []),
            ...laterOnClaim(view, claim.claimId).map((one) => laterSaid(one, speech)),
          ];
          const cuts = claim.answers.flatMap(({ answer, assertionId }) => {
            const part = assertions.find(({ partId }) => partId === assertionId);
            return part && halved.has(answer) && claim.text.includes(oneLine(part.span?.excerpt ?? "", 2_000))
              ? cutLines(part, speech)
              : [];
          });
          return lines.length === 0 ? lines : [...lines, ...notes.flatMap(notedLines), ...cuts];
        }),
      ),
    ),
    ...leftBesideLines(view, speech),
    ...adverseLines(view, speech),
  ];
};

/** Answers that a sentence which is true in part is better taken in two than given. */
const halved: ReadonlySet<AssertionAnswer> = new Set([AssertionAnswer.RIGHT, AssertionAnswer.WRONG]);

/** What the letter will say nothing to, as the person settled it. */
const leftBesideLines = ({ skeleton, letterReading }: Shown, speech: Speech): string[] => {
  const parts = [...(letterReading?.assertions ?? []), ...(letterReading?.questions ?? [])];
  const lines = (skeleton?.left ?? []).flatMap(({ assertionId, answer, why }) => {
    const words = oneLine(parts.find(({ partId }) => partId === assertionId)?.span?.excerpt ?? "", 200);
    const said = `${numberOf(assertionId)}  “${words}” (${answerShown(answer, speech)})`;
    const kept = why === "" ? "" : ` ${speech.phrase("answer.kept", { why: oneLine(why, 400) })}`;
    return wrap(`${said}${kept}`, 90).map((line, at) => (at === 0 ? `  ${line}` : `      ${line}`));
  });
  return headed(speech.phrase("answer.left-beside"), lines);
};

/** What the letter says by an answer, for who would rather say something else. */
const notedLines = (note: string): string[] => wrap(note, 86).map((line) => `      ${line}`);

const headed = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [title, ...lines, ""]);

/** Lines of items below the claims that they serve, in the order of the outline. */
const claimsWith = (view: RunView, served: ReadonlyMap<string, readonly string[]>, speech: Speech): string[] =>
  claimsOf(view).flatMap(({ claimId, text }) => {
    const lines = served.get(claimId) ?? [];
    return lines.length === 0 ? [] : [...hanging(`${speech.itemName(claimId)}: ${oneLine(text, 300)}`), ...lines, ""];
  });

const hanging = (text: string): string[] => wrap(text, 90).map((line, at) => (at === 0 ? line : `    ${line}`));

const claimsOf = ({ skeleton }: RunView): readonly SkeletonClaim[] =>
  (skeleton?.sections ?? []).flatMap(({ claims }) => claims);

const needLines = (view: Shown, speech: Speech): ReadonlyMap<string, string[]> =>
  new Map(
    (view.needs?.sections ?? [])
      .flatMap(({ claims }) => claims)
      .map(({ claimId, required, optional }) => [
        claimId,
        [...required, ...optional].flatMap((slot) => {
          const {
            slotId,
            candidates: [first, ...more],
          } = slot;
          const found =
            first === undefined
              ? speech.phrase(slot.kind === SlotKind.OWN_STATEMENT ? "go.you-say-it-yourself" : "go.nothing-found-yet")
              : speech.phrase(more.length === 0 ? "go.found" : "go.found-and-more", {
                  evidenceTitle: evidenceTitle(first, speech),
                  moreCount: more.length,
                });
          const asked = item(view, slotId, slotAsked(view, slotId, speech), speech);
          const laid = laidLines(view, slot, speech);
          return asked.length === 0 ? [] : [...asked, ...(laid.length > 0 ? laid : [`      ${found}`])];
        }),
      ]),
  );

/** What is put forward for each claim, then what is still to be chosen for it. */
const bindingLines = (view: Shown, speech: Speech): ReadonlyMap<string, string[]> =>
  grouped<{ readonly claimId: string; readonly lines: readonly string[] }>(
    [
      ...(view.needMap?.bindings ?? []).map(({ claimId, bindingId, slotId }) => ({
        claimId,
        lines: withTold(item(view, bindingId, aboutItem(view, bindingId, speech), speech), slotId, view, speech),
      })),
      ...slotsLeft(view).map(({ claimId, slot }) => ({ claimId, lines: [...openLines(view, slot, speech)] })),
    ],
    ({ lines }) => lines,
  );

/** A slot for which a person has still to choose, with the passages that may serve it. */
const openLines = (view: Shown, slot: EvidenceSlot, speech: Speech): string[] => {
  const [first = "", ...rest] = wrap(`${speech.itemName(slot.slotId)}: ${slotAsked(view, slot.slotId, speech)}`, 90);
  return [`  ${first}`, ...rest.map((line) => `      ${line}`), ...laidLines(view, slot, speech)];
};

/** The passages that are laid before a person for a slot, as many as are shown at once. */
const laidLines = (view: Shown, slot: EvidenceSlot, speech: Speech): string[] => {
  const { slotId } = slot;
  const { candidates = [], order, clausesElsewhere = [], standing } = view.passages.get(slotId) ?? {};
  const laid = candidates.slice(0, shownAtOnce(slot, view.profile));
  const stands = { chosen: view.choices.get(slotId), standing };
  const lines = passageLines(laid, stands, claimOfSlot(view.needs, slotId), speech);
  return [
    ...wrap(orderSaid(order, speech), 90).map((line) => `      ${line}`),
    ...lines,
    ...clauseLines(clausesElsewhere, speech),
  ];
};

/**
 * Below an item what its words do not say of the claim, what is told of their paper, and what other papers say of the clause that they stand in; no lines where the item
 * itself is not shown.
 */
const withTold = (lines: readonly string[], slotId: string, view: Shown, speech: Speech): string[] => {
  if (lines.length === 0) return [];
  const { standing, clausesElsewhere = [] } = view.passages.get(slotId) ?? {};
  const told = standing
    ? [...lackingLines(standing, claimOfSlot(view.needs, slotId), speech), ...paperLines(standing, speech)]
    : [];
  return [
    ...lines,
    ...told.flatMap((line) => wrap(line, 86)).map((line) => `      ${line}`),
    ...againstLines(view, slotId, speech),
    ...clauseLines(clausesElsewhere, speech),
  ];
};

/** That what is told of the paper of a quote is to be read before a yes. */
const againstLines = (view: Shown, slotId: string, { phrase }: Speech): string[] => {
  const entry = view.ledger?.entries.find((one) => one.slotId === slotId && view.against?.has(one.entryId));
  const isOpen = view.context.items.some((item) => item.itemId === entry?.entryId && item.decision === 0);
  return isOpen ? [`      ${phrase("go.mind", { lookLine: phrase("choose.read-of-its-paper-first") })}`] : [];
};

/** What is quoted for each claim, then of which papers a person has still to choose the words. */
const quoteLines = (view: Shown, speech: Speech): ReadonlyMap<string, string[]> =>
  grouped<{ readonly claimId: string; readonly lines: readonly string[] }>(
    [
      ...(view.ledger?.entries ?? []).map((entry) => {
        const lines = item(view, entry.entryId, aboutItem(view, entry.entryId, speech), speech);
        const around = lines.length === 0 ? [] : [...lines, ...aroundLines(entry, speech)];
        const { slotId = "" } = view.needMap?.bindings.find(({ bindingId }) => bindingId === entry.bindingId) ?? {};
        return { claimId: entry.claimId, lines: withTold(around, slotId, view, speech) };
      }),
      ...slotsLeft(view).map(({ claimId, slot }) => ({ claimId, lines: openLines(view, slot, speech) })),
    ],
    ({ lines }) => lines,
  );

/** What stands before and after a quote: a word that turns its meaning often stands just outside it. */
const aroundLines = ({ span }: LedgerEntry, { phrase }: Speech): string[] => {
  const [before, after] = [oneLine(bodyOf(span?.shownBefore ?? ""), 64), oneLine(span?.shownAfter ?? "", 64)];
  if (before === "" && after === "") return [];
  return wrap(phrase("go.around-it", { before, after }), 86).map((line) => `      ${line}`);
};

/** What stands before a quote in the body of a message: its header lines above the empty line are shown elsewhere. */
const bodyOf = (before: string): string =>
  before.replace(/^[\s\S]*?(?:^|\n)(?:From|To|Cc|Date|Subject): [^\n]*\n\n/u, "");

const grouped = <One extends { readonly claimId: string }>(
  all: readonly One[],
  linesOf: (one: One) => readonly string[],
): ReadonlyMap<string, string[]> => {
  const lines = new Map<string, string[]>();
  for (const one of all) lines.set(one.claimId, [...(lines.get(one.claimId) ?? []), ...linesOf(one)]);
  return lines;
};

const draftLines = (view: Shown, speech: Speech): string[] => {
  const { draft } = view;
  if (!draft) return [];
  const parts = letterOrder(draft.sections).flatMap(({ title = "", paragraphs }) =>
    headed(
      title,
      paragraphs.flat().flatMap(({ sentenceId, text }) => item(view, sentenceId, text, speech)),
    ),
  );
  const title = draft.frame?.subject || draft.title;
  return [...(title === "" ? [] : [title, ""]), ...aroundLetter(view, speech), ...parts];
};

/** The frame of the letter, a line for each of its fields. */
const aroundLetter = (view: Shown, speech: Speech): string[] => {
  const lines = frameLines(view.draft?.frame, speech, view.profile).map((line) => `      ${line}`);
  if (lines.length === 0 || (view.only && !view.only.has("frame"))) return [];
  const state = view.context.items.find(({ itemId }) => itemId === "frame");
  const name = speech.phrase("letter.what-stands-around-the-letter", { itemTyped: speech.itemTyped("frame") });
  return [`  ${name}`, ...lines, ...(state ? stateLines(view, state, speech) : []), ""];
};

/** An item by its name, with who speaks in it, what asks for an eye, and what was decided. */
const item = (view: Shown, itemId: string, text: string, speech: Speech): string[] => {
  if (view.only && !view.only.has(itemId)) return [];
  const state = view.context.items.find((one) => one.itemId === itemId);
  const spoken = saidLine(view, itemId, speech);
  const out = state?.decision === ItemDecision.REJECT ? ` (${speech.phrase("item.left-out")})` : "";
  const [first = "", ...rest] = wrap(`${speech.itemName(itemId)}${out}: ${text}`, 90);
  return [
    `  ${first}`,
    ...rest.map((line) => `      ${line}`),
    ...(spoken === "" ? [] : [`      ${spoken}`]),
    ...(state ? compareLines(view, state, speech) : []),
    ...(state?.decision === ItemDecision.UNSPECIFIED
      ? answeredLines(view, itemId, speech).flatMap((line) => wrap(line, 86).map((each) => `      ${each}`))
      : []),
    ...(state ? stateLines(view, state, speech) : []),
  ];
};

/** What a sentence that waits to be compared rests on. */
const compareLines = (view: Shown, { itemId, decision, compareDigests }: ItemState, speech: Speech): string[] => {
  if (decision !== ItemDecision.UNSPECIFIED || compareDigests.length === 0) return [];
  const ofPapers = standingBeside(view, itemId, [...view.passages.values()]).flatMap((one) => paperLines(one, speech));
  return [...besideLines(view, itemId, speech), ...new Set(ofPapers)].flatMap((line) =>
    wrap(line, 86).map((each) => `      ${each}`),
  );
};

const stateLines = (view: RunView, { decision, looks }: ItemState, speech: Speech): string[] => {
  if (decision === ItemDecision.REJECT) return [`      ${speech.phrase("go.you-left-this-out")}`];
  if (decision === ItemDecision.CONFIRM) return [];
  return looks.flatMap((look) =>
    wrap(speech.phrase("go.mind", { lookLine: lookLine(look, speech, lookedAt(view, look)) }), 86).map(
      (line) => `      ${line}`,
    ),
  );
};
