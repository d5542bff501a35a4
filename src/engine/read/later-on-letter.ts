import { create } from "@bufbuild/protobuf";
import type { PassageCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import {
  type AnsweredText,
  type LetterPart,
  type LetterReading,
  ReferenceSide,
} from "../../../gen/pincite/memo/v1/letter_pb.ts";
import {
  type LaterOnLetter,
  LaterOnLetterSchema,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { contentWords, speakOfSame } from "../../grounding/content-words.ts";
import { mayBeTheirs } from "../../grounding/may-be-theirs.ts";
import { writtenDays } from "../../letter/days.ts";
import { speakerOf } from "../../show/passage-speaker.ts";
import type { CamePaper } from "../run/ports.ts";
import type { Runs } from "../run/runs.ts";
import { laterSums } from "./later-sums.ts";
import { soughtIn, wordsMax } from "./their-words.ts";

/** As the contract of the Vault has it. */
const queriesMax = 50;
/** So many papers of a later day are read, and so many sentences of each are looked through for each part. */
const [papersMost, foundMost] = [12, 10];

/**
 * What the other side wrote later of the parts of the answered letter, in their order, and of the sums that the outline demands. A paper counts that is of a later day, is not known to be somebody
 * else's, and says the day or the reference of the letter in words of its own. A part whose words no sentence shares is told what is said of its
 * paragraph: `point 2` is withdrawn in words of its second sentence. Errors: RUN_NOT_FOUND, DATA_LOSS, UPSTREAM_UNAVAILABLE.
 */
export const laterOnLetter = async (runs: Runs, runId: string, signal: AbortSignal): Promise<LaterOnLetter[]> => {
  const run = await runs.load(runId);
  const { material, snapshot } = await runs.input(run, runs.user);
  const { letterReading, answeredText } = material;
  const parts = [...(letterReading?.assertions ?? []), ...(letterReading?.questions ?? [])].filter(
    ({ span }) => (span?.excerpt ?? "") !== "",
  );
  if (!answeredText || !letterReading) return [];
  const scope = { strandId: snapshot.strandId, signal };
  const { directory } = runs.parts;
  const ofSums = await laterSums(directory, { material, letterReading, answered: snapshot.answeredEvidenceId }, scope);
  if (parts.length === 0) return ofSums;
  const paragraphs = paragraphsOf(parts, answeredText);
  const asked = parts.flatMap((part) => [part.span?.excerpt ?? "", paragraphs.get(part) ?? ""]);
  const told = new Map<LetterPart, LaterOnLetter>();
  for (const { evidenceId, title, day } of laterPapers(
    await directory.cameAfter(anyInstant, scope),
    letterReading,
    snapshot.answeredEvidenceId,
  )) {
    const text = await directory.letter(evidenceId, scope);
    if (!text || !namesLetter(text, letterReading)) continue;
    const lists: Awaited<ReturnType<typeof directory.sentences>>[number][] = [];
    for (let at = 0; at < asked.length; at += queriesMax) {
      const queries = asked.slice(at, at + queriesMax).map((words) => soughtIn(evidenceId, words));
      lists.push(...(await directory.sentences({ queries, limit: foundMost }, scope)));
    }
    for (const [at, part] of parts.entries()) {
      // Of two papers the later one counts, which stands first.
      if (told.has(part)) continue;
      const [own, around] = [2 * at, 2 * at + 1].map((place) => {
        const candidates = lists[place]?.candidates ?? [];
        return closest(
          asked[place] ?? "",
          candidates.filter((one) => mayBeTheirs(speakerOf(one), material)),
        );
      });
      const words = own ?? around;
      if (words) told.set(part, create(LaterOnLetterSchema, { partId: part.partId, evidenceId, title, day, words }));
    }
  }
  return [...parts.flatMap((part) => told.get(part) ?? []), ...ofSums];
};

/** All papers came after it. */
const anyInstant = "1970-01-01T00:00:00.000Z";

/** The papers of a later day than the letter, the latest first. */
const laterPapers = (papers: readonly CamePaper[], { day }: LetterReading, answered: string): CamePaper[] =>
  papers
    .filter((paper) => day !== undefined && paper.day > day.day && paper.evidenceId !== answered)
    .toSorted((a, b) => (a.day < b.day ? 1 : -1))
    .slice(0, papersMost);

const namesLetter = ({ passages }: AnsweredText, { day, references }: LetterReading): boolean => {
  const own = passages
    .filter(({ voice }) => voice !== Voice.QUOTED && voice !== Voice.FORWARDED)
    .map(({ text }) => text)
    .join("\n");
  return (
    writtenDays(own, true).some((one) => one.day === day?.day) ||
    references.some(({ side, value }) => side === ReferenceSide.WRITER && own.includes(value))
  );
};

/** The words of the whole sentence that speaks of the same as a part and shares most words of content with it; undefined: none does. */
const closest = (part: string, candidates: readonly PassageCandidate[]): string | undefined => {
  const roots = rootsOf(part);
  const [best] = candidates
    .map(({ locator, scoreMicros }) => {
      const words = locator?.exactQuote ?? "";
      return { words, scoreMicros, shared: [...rootsOf(words)].filter((root) => roots.has(root)).length };
    })
    .filter(
      ({ words }) =>
        speakOfSame(part, words) === true && words.length <= wordsMax && /[.!?:;…]["'”’»)\]]*$/u.test(words),
    )
    .toSorted((a, b) => b.shared - a.shared || Number(b.scoreMicros - a.scoreMicros));
  return best?.words;
};

const rootsOf = (text: string): ReadonlySet<string> => new Set(contentWords(text).map(({ root }) => root));

/** The words of all parts that stand in one paragraph with a part: they go on in one line. The text of a PDF has no empty lines between paragraphs. */
const paragraphsOf = (parts: readonly LetterPart[], { passages }: AnsweredText): ReadonlyMap<LetterPart, string> => {
  const characters = [...passages.map(({ text }) => text).join("")];
  const inOrder = parts.toSorted((a, b) => (a.span?.startChar ?? 0) - (b.span?.startChar ?? 0));
  const paragraphs: LetterPart[][] = [];
  for (const part of inOrder) {
    const former = paragraphs.at(-1);
    const between = characters.slice(former?.at(-1)?.span?.endChar ?? 0, part.span?.startChar).join("");
    if (former && !between.includes("\n")) former.push(part);
    else paragraphs.push([part]);
  }
  return new Map(
    paragraphs.flatMap((all) => {
      const words = all.map(({ span }) => span?.excerpt ?? "").join(" ");
      return all.map((part) => [part, words] as const);
    }),
  );
};
