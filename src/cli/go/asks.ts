import { dayInTheNetherlands } from "#kit/day.ts";
import { OrchestratorState as State } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { RunContext } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { ItemDecision, type ItemState, MissingInput_Kind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { MatchKind } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { RunView } from "../../client/run-view.ts";
import { twinOf, type Writer } from "../../client/writers.ts";
import type { Speech } from "../../messages/speech.ts";
import { wantsOwnYes } from "../../show/compare.ts";
import { isLetterToOthers } from "../../show/letter-to-others.ts";
import { oldSearch } from "../../show/old-search.ts";
import { slotsLeft } from "../../show/open-slots.ts";
import { subjectOffer } from "../../show/subject-offer.ts";
import { type ComparedTexts, comparedTexts } from "../print/compared.ts";
import { dropHint } from "../print/drop-lines.ts";
import { termsToComeLines } from "../print/late-date-lines.ts";
import { lawNeededLines } from "../print/law-needed.ts";
import { answerHint } from "../print/letter-lines.ts";
import { typedRoles } from "../print/role-words.ts";
import { absenceLines } from "../print/slot-candidates.ts";
import { demandQuestion } from "../print/wish-lines.ts";
import { kindLabels, ownLabel } from "../proposal/claim-changes.ts";
import { dayAhead } from "../text/day-typed.ts";
import { wrap } from "../text/plain.ts";
import { type Absence, absenceAsked } from "./absences.ts";
import { signOf } from "./answer.ts";
import type { Led } from "./lead.ts";
import { findingsOf, findingTold, mendLines } from "./mend.ts";
import { otherFindings, settleLines } from "./settle.ts";

/** The run as the person named it, and whom nobody has named yet. */
export interface AskedOf {
  readonly named: string;
  readonly writers: readonly Writer[];
  /** Slots that ask for something that is not there, where a search found something all the same. */
  readonly absences: readonly Absence[];
}

/** What a person can say now, with the commands that say it: where nobody can be asked. */
export const askLines = ({ view, wait }: Led, { named, writers, absences }: AskedOf, speech: Speech): string[] => {
  const { phrase } = speech;
  const go = `  pincite run go ${named}`;
  switch (wait) {
    case "finalised":
      return [
        phrase(
          isLetterToOthers(view)
            ? "go.your-letter-is-done-this-writes-it-to-a-file"
            : "go.your-document-is-done-this-writes-it-to-a-file",
        ),
        `  pincite export ${named} --format docx -o brief.docx`,
        phrase("go.and-the-exhibits"),
        `  pincite export ${named} --format zip -o ${phrase("go.exhibits-file")}`,
        ...termsToComeLines(view, dayInTheNetherlands(Date.now()), speech),
      ];
    case "letter":
      return [
        ...answerHint(view, true, speech, `run go ${named} ${signOf(view.context.version)}`),
        ...paperHint(go, speech),
      ];
    case "tools":
      return [phrase("go.a-search-waits-for-your-decision-this-shows"), "  pincite tool pending"];
    case "turn":
      return [phrase("go.the-guide-is-at-work-this-shows-when-it-is"), `  pincite run watch ${named}`];
    case "missing":
      return [...missingLines(view, { named, absences }, speech), ...paperHint(go, speech)];
    case "review":
      return [
        ...settleLines(view, go, signOf(view.context.version), speech),
        ...mendLines(view, go, signOf(view.context.version), speech),
        ...(view.context.state === State.EVIDENCE_NEEDS ? lawNeededLines(view, speech) : []),
        ...choiceLines(view, named, speech),
        ...yesLines(view, go, speech),
        ...lookLines(view, go, speech),
        ...otherLines(view, go, writers, speech),
        ...paperHint(go, speech),
      ];
  }
};

/** How a paper that she has found is put into her case. */
const paperHint = (go: string, { phrase }: Speech): string[] => [
  ...wrap(phrase("go.paper-command"), 92),
  `${go} "${phrase("go.paper-example")}"`,
];

const isOpen = ({ decision }: ItemState): boolean => decision === ItemDecision.UNSPECIFIED;

/** A yes alone; where passages wait for a choice, the yes stands in the line that says it. */
const yesLines = (view: RunView, go: string, { phrase }: Speech): string[] => {
  const { context } = view;
  if (slotsLeft(view).length > 0) return [];
  const yes = `${go} ${phrase("go.yes")} ${signOf(context.version)}`;
  const open = context.items.filter(isOpen);
  if (open.length > 0 && open.every((item) => wantsOwnYes(item, view))) return [];
  const isLast = context.state === State.DRAFT && findingsOf(view).length === 0;
  return [phrase(isLast ? "go.is-the-letter-right-as-it-stands-then-this" : "go.is-this-right-then"), yes];
};

/** What a yes leaves out: each must be named by whoever has looked at it. */
const lookLines = (view: RunView, go: string, speech: Speech): string[] => {
  const { context } = view;
  const open = context.items.filter((item) => isOpen(item) && wantsOwnYes(item, view));
  const compared = open.filter(({ looks, compareDigests }) => looks.length === 0 && compareDigests.length > 0);
  return [
    ...seenHint(
      context,
      open.filter((item) => !compared.includes(item)),
      go,
      speech,
    ),
    ...compareHint(view, compared, go, speech),
    ...pictureHint(view, go, speech),
  ];
};

/** How to see a picture on which a machine read the words of a quote, and what to say where it shows others. */
const pictureHint = ({ context, ledger }: RunView, go: string, { phrase }: Speech): string[] => {
  const waiting = new Set(context.items.filter(isOpen).map(({ itemId }) => itemId));
  const read = (ledger?.entries ?? []).filter(
    ({ entryId, span }) => waiting.has(entryId) && span?.matchKind === MatchKind.MACHINE_READ,
  );
  const [first] = read;
  if (first === undefined) return [];
  const papers = new Set(read.map(({ span }) => span?.docUid.slice(0, 12)));
  const number = first.entryId.split(":")[1] ?? "";
  return [
    ...wrap(phrase("correct.see-the-picture", { count: papers.size }), 92),
    ...Array.from(papers, (paper) => `  pincite vault get vault:${paper} --strand ${context.strandId}`),
    ...wrap(phrase("correct.does-the-picture-show-something-else"), 92),
    `${go} ${signOf(context.version)} "${phrase("correct.picture-example", { number })}"`,
  ];
};

/**
 * The sentences that a yes leaves to be compared. Those in which a word to compare stands on one side alone are in no line that is ready
 * to be pasted: whoever compared them names them.
 */
const compareHint = (
  view: RunView,
  compared: readonly ItemState[],
  go: string,
  { phrase, itemTyped }: Speech,
): string[] => {
  if (compared.length === 0) return [];
  const differing = compared.filter(({ itemId }) => isDiffering(comparedTexts(view, itemId)));
  const alike = compared.filter((item) => !differing.includes(item));
  const named = (items: readonly ItemState[]) => items.map(({ itemId }) => itemTyped(itemId));
  const seen = `${go} ${phrase("go.yes")} ${signOf(view.context.version)} ${phrase("go.seen")}`;
  const [first] = differing;
  const ready = [seen, ...named(alike)].join(" ");
  return [
    ...wrap(phrase("compare.left", { count: compared.length }), 92),
    ...(alike.length > 0 ? [ready] : []),
    ...(first
      ? [
          ...wrap(phrase("compare.name-them-yourself", { names: named(differing).join(", ") }), 92),
          `${ready} ${itemTyped(first.itemId)}`,
        ]
      : []),
  ];
};

/** Whether a word that is to be compared stands in the sentence alone, or in the words beside it alone. */
const isDiffering = ({ sentence, beside }: ComparedTexts): boolean =>
  [sentence, ...beside.values()].some((words) => words.some(({ isAlone }) => isAlone));

const seenHint = (
  context: RunContext,
  open: readonly ItemState[],
  go: string,
  { phrase, itemTyped }: Speech,
): string[] => {
  const [first] = open;
  if (!first) return [];
  const names = open.map(({ itemId }) => itemTyped(itemId)).join(", ");
  const text = phrase("go.a-yes-does-not-cover-what-has-mind-below-it", { names });
  const words = `${phrase("go.yes")} ${signOf(context.version)} ${phrase("go.seen")} ${itemTyped(first.itemId)}`;
  return [...wrap(text, 92), `${go} ${words}`];
};

/** What she said the letter is for, to stand above it as what it is about. */
const subjectHint = (view: RunView, go: string, { phrase }: Speech): string[] => {
  const subject = subjectOffer(view);
  return subject === ""
    ? []
    : [
        ...wrap(phrase("subject.you-said-what-the-letter-is-for", { subject }), 92),
        `${go} "${phrase("typed.frame-subject")}=${subject}"`,
      ];
};

/** What else can be said in a stage. */
const otherLines = (view: RunView, go: string, writers: readonly Writer[], speech: Speech): string[] => {
  const { context, profile, intent } = view;
  const { phrase, itemTyped } = speech;
  const sign = signOf(context.version);
  const last = context.items.findLast(isOpen)?.itemId;
  const isIntent = context.state === State.INTENT_SEED;
  const out =
    last === undefined || isIntent || context.state === State.DRAFT
      ? []
      : [
          phrase("go.what-you-do-not-want-you-leave-out-such-as"),
          `${go} ${phrase("go.yes")} ${sign} ${phrase("go.no")} ${itemTyped(last)}`,
        ];
  if (context.state === State.DRAFT && context.items.some(({ itemId }) => itemId === "frame"))
    return [
      ...dropHint(view, `${go} ${sign}`, speech),
      ...subjectHint(view, go, speech),
      phrase("letter.shall-something-else-stand-above-or-below-the"),
      `${go} "${phrase("letter.place-utrecht")}"`,
    ];
  if (context.state === State.DRAFT) return dropHint(view, `${go} ${sign}`, speech);
  if (context.state === State.SKELETON) return [...out, ...outlineHints({ context, profile }, `${go} ${sign}`, speech)];
  if (!isIntent) return out;
  const asked = writers.filter(({ isWrittenTo }) => isWrittenTo);
  const twin = writers.flatMap((one) => {
    const party = twinOf(one, writers, intent);
    return party ? [{ name: one.name || one.address, party: party.names[0] ?? "" }] : [];
  })[0];
  const [writer] = asked.length > 0 ? asked : writers;
  const people = writer
    ? [
        phrase("go.say-of-the-people-who-are-unknown-what-they", {
          typedRoles: typedRoles(speech.locale, profile).join(", "),
        }),
        twin
          ? `${go} ${phrase("go.yes")} ${sign} "${twin.name}=${twin.party}"`
          : `${go} ${phrase("go.yes")} ${sign} "${writer.name || writer.address}=…"`,
      ]
    : [];
  return [
    ...people.flatMap((line, at) => (at === 0 ? wrap(line, 92) : [line])),
    ...wrap(demandQuestion(profile, speech), 92),
    phrase("wants.say-what-you-want-so"),
    `${go} ${phrase("go.yes")} ${sign} "${phrase("wants.demand-example", { day: dayAhead(Date.now()) })}" "${phrase("wants.unsaid-example")}"`,
    phrase("go.is-the-goal-another-one-then"),
    `${go} ${phrase("go.yes")} ${sign} "${phrase("go.goal")}=…"`,
  ];
};

/** How a person says which of the passages says it, for every slot that waits for that; nothing where none does. */
const choiceLines = (view: RunView, named: string, { phrase, itemTyped, locale }: Speech): string[] => {
  const open = slotsLeft(view);
  const left = open.map(({ slot }) => itemTyped(slot.slotId));
  const [first] = left;
  if (first === undefined) return [];
  const own = ownLabel(view, locale);
  const number = open[0]?.claimId.split(":")[1] ?? "";
  return [
    ...wrap(phrase("choose.which-passage-says-it-name-its-number", { count: left.length }), 92),
    `  pincite run go ${named} ${phrase("go.yes")} ${signOf(view.context.version)} ${left.map((slot) => `${slot}=…`).join(" ")}`,
    ...wrap(phrase("choose.none-of-these-look-further"), 92),
    `  pincite run candidates ${named} ${first} --all`,
    `  pincite run candidates ${named} ${first} --query "…"`,
    ...(own === undefined
      ? []
      : [
          ...wrap(phrase("choose.stands-nowhere-then"), 92),
          `  pincite run go ${named} ${signOf(view.context.version)} "${phrase("wants.kind-example", { number, kind: own })}"`,
        ]),
    ...wrap(phrase("wants.is-a-claim-put-badly"), 92),
    `  pincite run go ${named} ${signOf(view.context.version)} "${itemTyped(`claim:${number}`)}=…"`,
  ];
};

/** How a claim gets another kind, and how what the other side will say is taken up. */
const outlineHints = (
  { context, profile }: Pick<RunView, "context" | "profile">,
  go: string,
  { phrase, locale, itemTyped }: Speech,
): string[] => {
  const number = context.items.findLast(isOpen)?.itemId.split(":")[1];
  const kinds = kindLabels({ profile }, locale);
  const kind = ownLabel({ profile }, locale) ?? kinds[0];
  return [
    ...(number === undefined || kind === undefined
      ? []
      : [
          phrase("wants.is-a-claim-of-another-kind"),
          `${go} "${phrase("wants.kind-example", { number, kind })}"`,
          ...wrap(`(${kinds.join(", ")})`, 90).map((line) => `  ${line}`),
          ...wrap(phrase("wants.is-a-claim-put-badly"), 92),
          `${go} "${itemTyped(`claim:${number}`)}=…"`,
        ]),
    phrase("wants.add-a-point"),
    `${go} "${phrase("wants.add-example")}"`,
    ...(profile?.adversePoints.length
      ? [
          phrase("wants.take-up-what-the-other-side-will-say"),
          `${go} "${phrase("wants.take-up-example", { number: "1" })}"`,
        ]
      : []),
  ];
};

/** The claim that a slot is of, and whether the slot asks for law, which no paper gives. */
const claimSought = (
  { needs }: RunView,
  slotId: string,
): { readonly claimId: string; readonly isLaw: boolean } | undefined =>
  (needs?.sections ?? [])
    .flatMap(({ claims }) => claims)
    .flatMap(({ claimId, required, optional }) =>
      [...required, ...optional]
        .filter((slot) => slot.slotId === slotId)
        .map(({ source }) => ({ claimId, isLaw: source === "law" })),
    )[0];

/** How a claim is left out that rests on a law which is not there. */
const leftOutLines = (claimId: string, named: string, { phrase, itemTyped }: Speech): string[] => [
  ...wrap(phrase("wants.or-leave-the-claim-out"), 88).map((line) => `    ${line}`),
  `    pincite run go ${named} "${itemTyped(claimId)}="`,
];

/** What is missing still, each with what would help. */
const missingLines = (
  view: RunView,
  { named, absences }: Pick<AskedOf, "named" | "absences">,
  speech: Speech,
): string[] => {
  const { phrase, itemTyped } = speech;
  const { missingInputs, state } = view.context;
  const old = oldSearch(view);
  if (state === State.INTENT_SEED)
    return [phrase("go.say-what-the-letter-is-for"), `  pincite run go ${named} "${phrase("go.goal")}=…"`];
  const [go, sign] = [`  pincite run go ${named}`, signOf(view.context.version)];
  const settled = [...settleLines(view, go, sign, speech), ...mendLines(view, go, sign, speech)];
  const told = new Set(findingsOf(view));
  const choices = choiceLines(view, named, speech);
  const chosen = new Set(slotsLeft(view).map(({ slot }) => slot.slotId));
  const others = otherFindings(missingInputs).filter(
    (one) =>
      !told.has(one) &&
      (choices.length === 0 || (one.kind !== MissingInput_Kind.PROPOSAL && !chosen.has(one.subjectId))),
  );
  // A search that papers came in after is answered where its evidence is bound, and by no paper here.
  const to = old ? "evidence-binding" : (previous[state] ?? "skeleton");
  const back = [phrase("go.or-go-back-a-step"), `  pincite run rewind ${named} --to ${to}`];
  const lines = others.flatMap((finding) => {
    const { kind, subjectId } = finding;
    const found = absences.find(({ slot }) => slot.slotId === subjectId);
    if (found) return absenceAsked(found, named, speech);
    const absence = kind === MissingInput_Kind.BINDING ? absenceLines(view, subjectId, speech) : [];
    const sought = kind === MissingInput_Kind.CANDIDATE ? claimSought(view, subjectId) : undefined;
    const own = sought?.isLaw
      ? leftOutLines(sought.claimId, named, speech)
      : saidWith.has(kind) && absence.length === 0 && !old
        ? [`    pincite run go ${named} "${itemTyped(subjectId)}=${kind === MissingInput_Kind.SPAN ? "" : "vault:"}…"`]
        : absence;
    const claim = old?.missing === finding ? `“${old.claimText}” ` : "";
    return [...wrap(`${claim}${findingTold(finding, speech)}`, 90).map((line) => `  ${line}`), ...own];
  });
  const drop = state === State.DRAFT ? dropHint(view, `${go} ${sign}`, speech) : [];
  if (lines.length === 0 && settled.length + choices.length > 0)
    return [...settled, ...choices, ...drop, ...(state === State.DRAFT ? back : [])];
  return lines.length === 0
    ? [phrase("go.nothing-was-put-forward-ask-the-guide-in-your"), `  pincite run guide ${named} "…"`]
    : [
        phrase("go.still-missing"),
        ...lines,
        ...(state === State.EVIDENCE_NEEDS ? lawNeededLines(view, speech) : []),
        ...settled,
        ...choices,
        ...drop,
        ...back,
      ];
};

/** What a person can mend by naming a document or words. */
const saidWith: ReadonlySet<MissingInput_Kind> = new Set([
  MissingInput_Kind.CANDIDATE,
  MissingInput_Kind.BINDING,
  MissingInput_Kind.SPAN,
]);

const previous: Readonly<Record<number, string>> = {
  [State.SKELETON]: "intent-seed",
  [State.EVIDENCE_NEEDS]: "skeleton",
  [State.EVIDENCE_BINDING]: "skeleton",
  [State.SPAN_RESOLUTION]: "evidence-binding",
  [State.DRAFT]: "span-resolution",
};
