import type { DraftTextProposal } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { DraftRule } from "../../../gen/pincite/run/v1/look_pb.ts";
import { AssertionAnswer, type MissingInput } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { citableBesides } from "../../client/cite-besides.ts";
import type { RunView } from "../../client/run-view.ts";
import { isQuotedAlone, leavingOpen, lettingGo, refusedWordsOf } from "../../client/settle-draft.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { Speech } from "../../messages/speech.ts";
import { saidOr } from "../../messages/wire-form.ts";
import { wordsBeside } from "../../show/compare.ts";
import { sourceLine } from "../print/beside-lines.ts";
import { answerNamed } from "../print/letter-lines.ts";
import { ownLabel } from "../proposal/claim-changes.ts";
import { oneLine, wrap } from "../text/plain.ts";
import { typedForms } from "../text/typed-words.ts";

/** `words=go` lets the words go that were shown, `11=open` and `all=reserved` settle parts of the letter. */
const form = new RegExp(
  `^\\s*(?:(?<words>${typedForms("typed.words")})\\s*=\\s*(?:${typedForms("typed.go")})|(?<part>\\d{1,6}|${typedForms("typed.all")})\\s*=\\s*(?<answer>[\\p{L}-]+))\\s*$`,
  "iu",
);

/** Whether a person settles what a draft does not say. */
export const isSettling = (said: string): boolean => form.test(said);

/** Whether a person lets words go: it takes the sign of what was shown. */
export const letsGo = (said: string): boolean => form.exec(said)?.groups?.words !== undefined;

/** What a person lets go and leaves open of what was shown. Errors: REQUEST_INVALID. */
export const settled = (
  { context, skeleton }: RunView,
  said: readonly string[],
): Pick<DraftTextProposal, "letGo" | "left"> => {
  const value: Pick<DraftTextProposal, "letGo" | "left"> = { letGo: [], left: [] };
  for (const one of said) {
    const { words, part = "", answer = "" } = form.exec(one)?.groups ?? {};
    if (words !== undefined) {
      value.letGo.push(...lettingGo(context.missingInputs, skeleton));
      continue;
    }
    const named = answerNamed(answer);
    if (named !== AssertionAnswer.LEFT_OPEN && named !== AssertionAnswer.RESERVED)
      throw new DomainError("REQUEST_INVALID", worded("letter.in-the-draft-a-part-is-left-open-or-reserved"));
    const isWanted = ({ subjectId }: MissingInput): boolean =>
      !/^\d/u.test(part) || subjectId.endsWith(`:${Number(part)}`);
    value.left.push(...leavingOpen(context.missingInputs.filter(isWanted), named));
  }
  return value;
};

/** Findings that a person settles with a word. */
const isSettled = ({ rule }: MissingInput): boolean =>
  rule === DraftRule.REQUIRED_WORDS_GONE || rule === DraftRule.LETTER_UNANSWERED;

/** The findings that these lines do not tell. */
export const otherFindings = (missing: readonly MissingInput[]): MissingInput[] =>
  missing.filter((one) => !isSettled(one));

/** What the draft does not say of what the person wants, and the words that settle it. */
export const settleLines = (view: RunView, go: string, sign: string, speech: Speech): string[] => {
  const { context, skeleton, letterReading } = view;
  const claims = (skeleton?.sections ?? []).flatMap((section) => section.claims);
  const gone = context.missingInputs.filter(({ rule }) => rule === DraftRule.REQUIRED_WORDS_GONE);
  const open = context.missingInputs.filter(({ rule }) => rule === DraftRule.LETTER_UNANSWERED);
  const letGo = lettingGo(gone, skeleton);
  const [first] = letGo;
  const parts = [...(letterReading?.assertions ?? []), ...(letterReading?.questions ?? [])];
  const goneLines = letGo.flatMap(({ claimId, words, ...one }) => [
    ...hanging(
      speech.phrase("wants.of-the-draft-does-not-say", {
        claim: speech.itemName(claimId),
        text: oneLine(claims.find((one) => one.claimId === claimId)?.text ?? "", 300),
        words: words.map((one) => oneLine(one, 300)).join("”, “"),
      }),
    ),
    ...(isQuotedAlone({ claimId, words, ...one }, skeleton) ? hanging(speech.phrase("let-go.only-quoted")) : []),
    ...stopping(
      gone.find(({ subjectId }) => subjectId === claimId),
      view,
      speech,
    ),
    ...besides(view, claimId, `${go} ${sign}`, speech),
  ]);
  const openLines = open.flatMap(({ subjectId }) => {
    const excerpt = parts.find(({ partId }) => partId === subjectId)?.span?.excerpt ?? "";
    return hanging(`${subjectId.split(":")[1] ?? ""}  “${oneLine(excerpt, 300)}”`);
  });
  return [
    ...(gone.length === 0
      ? []
      : [
          speech.phrase("wants.these-words-of-yours-are-gone"),
          ...goneLines,
          ...wrap(speech.phrase("wants.or-choose-another-passage"), 92),
          `${go.replace(/ go (\S+)$/u, " rewind $1")} --to evidence-binding`,
          speech.phrase("wants.may-they-go-then"),
          `${go} ${sign} "${speech.phrase("wants.words-go")}"`,
          ...(first === undefined
            ? []
            : [
                ...wrap(speech.phrase("wants.or-say-what-its-evidence-says"), 92),
                `${go} ${sign} "${speech.itemTyped(first.claimId)}=…"`,
                ...ownHint(first.claimId, view, `${go} ${sign}`, speech),
              ]),
        ]),
    ...(open.length === 0
      ? []
      : [
          speech.phrase("wants.this-of-the-letter-is-not-answered"),
          ...openLines,
          speech.phrase("wants.leave-it-open-or-keep-your-rights"),
          `${go} ${sign} "${speech.phrase("wants.all-open")}"`,
          `${go} ${sign} "${speech.phrase("wants.all-reserved")}"`,
        ]),
  ];
};

/** How a claim becomes the author's own statement, which stands in the letter as she gave it. */
const ownHint = (claimId: string, view: RunView, said: string, { phrase, locale }: Speech): string[] => {
  const kind = ownLabel(view, locale);
  const number = claimId.split(":")[1] ?? "";
  return kind === undefined
    ? []
    : [phrase("wants.is-a-claim-of-another-kind"), `${said} "${phrase("wants.kind-example", { number, kind })}"`];
};

/** Why no sentence can say a claim as it stands. */
const stopping = (finding: MissingInput | undefined, { skeleton }: RunView, speech: Speech): string[] => {
  const told = finding ? refusedWordsOf(finding, skeleton) : [];
  if (told.length === 0) return [];
  return [
    ...hanging(speech.phrase("wants.a-sentence-that-says-it-is-refused")),
    ...told.flatMap(({ words, refused }) => {
      const why = speech.sentence(saidOr(refused.said, ""));
      return hanging(words === "" ? why : `“${oneLine(words, 120)}”: ${why}`);
    }),
  ];
};

/** What has the words that a claim's own evidence lacks, and the answer that cites it besides. */
const besides = (view: RunView, claimId: string, said: string, speech: Speech): string[] => {
  const found = citableBesides(view).find((one) => one.claimId === claimId);
  if (!found) return [];
  return [
    ...found.having.flatMap(({ words, entry }) => [
      ...hanging(speech.phrase("choose.stands-in-what-another-claim-rests-on", { words: oneLine(words, 120) })),
      ...wordsBeside(entry).flatMap((beside) => hanging(sourceLine(beside, speech))),
    ]),
    ...hanging(speech.phrase("mends.cite-besides-too")),
    `${said} ${speech.phrase("mends.mend")}=${speech.itemTyped(claimId)}`,
  ];
};

const hanging = (text: string): string[] => wrap(text, 88).map((line, at) => `${at === 0 ? "  " : "    "}${line}`);
