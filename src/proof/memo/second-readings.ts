import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { DraftJudged } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import {
  type DraftJudgement,
  DraftJudgementSchema,
  NotJudged,
} from "../../../gen/pincite/memo/v1/draft_judgement_pb.ts";
import type { DraftText } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import { type Look, LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { ItemDecision, type ItemState } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { doubtsIn, sightOf } from "../../run/doubts.ts";
import { type Artifacts, artifactAs } from "./artifacts.ts";
import { must } from "./broken.ts";
import type { Journal, ProvenEvent } from "./journal.ts";

/** A second reader that was heard about a draft of the memo. Heard is neither read nor approved: what it found said lifts nothing. */
export interface Heard {
  /** `provider/model`. */
  readonly model: string;
  readonly judged: number;
  readonly notJudged: number;
  readonly doubts: number;
}

const raisedBySecondReaders: ReadonlySet<LookCode> = new Set([
  LookCode.SECOND_READER_NOT_SAID,
  LookCode.SECOND_READER_SAID_OTHERWISE,
  LookCode.SECOND_READER_OTHER_SPEAKER,
]);

/**
 * Checks what second readers said: a model said it, the journal counts it rightly, each doubt became a look on its sentence before the
 * turn ended, and whoever confirmed a sentence of the memo named every look of theirs that it has. Of a redacted proof, where what
 * they said is kept back, only that it was said and that the looks were named.
 */
export const checkSecondReadings = (
  { events }: Journal,
  artifacts: Artifacts,
  draft: DraftText,
  isRedacted: boolean,
): Heard[] => {
  const heard: Heard[] = [];
  const items = new Map<string, ItemState>();
  const named = new Map<string, readonly string[]>();
  let open: DraftJudgement | undefined;
  for (const proven of events) {
    const { event: one } = proven.event;
    if (one.case === "proposalRecorded") for (const item of one.value.items) items.set(item.itemId, item);
    if (one.case === "draftJudged") {
      heard.push(heardIn(proven, one.value));
      open = isRedacted ? undefined : judgementOf(proven, one.value, artifacts);
    }
    if (one.case === "turnEnded" && open) {
      checkRaised(open, items);
      open = undefined;
    }
    if (one.case === "itemsDecided")
      for (const { itemId, decision, lookFingerprints } of one.value.items)
        if (decision === ItemDecision.CONFIRM) {
          named.set(itemId, lookFingerprints);
          // The same words may be put forward again under another name.
          named.set(items.get(itemId)?.fingerprint ?? "", lookFingerprints);
        }
  }
  for (const { sentenceId } of draft.sections.flatMap(({ sentences }) => sentences)) {
    const { looks = [], fingerprint: words = "" } = items.get(sentenceId) ?? {};
    const raised = looks.filter(({ code }) => raisedBySecondReaders.has(code));
    const known = new Set(named.get(words) ?? named.get(sentenceId));
    must(
      raised.every(({ fingerprint }) => known.has(fingerprint)),
      `${sentenceId} was confirmed without naming what a second reader doubted`,
    );
  }
  return heard;
};

const heardIn = ({ seq, event: { actor } }: ProvenEvent, value: DraftJudged): Heard => {
  const isModel = actor?.kind === Principal_Kind.MODEL && actor.name !== "";
  must(isModel, `event ${seq} tells of a second reader, and no model made it`);
  const { judgedCount: judged, notJudgedCount: notJudged, doubtCount: doubts } = value;
  return { model: actor.name, judged, notJudged, doubts };
};

const judgementOf = ({ seq, event }: ProvenEvent, value: DraftJudged, artifacts: Artifacts): DraftJudgement => {
  const judgement = artifactAs(artifacts, DraftJudgementSchema, value.judgement, `what event ${seq} tells of`);
  const { model, draft, sentences } = judgement;
  must(
    model === event.actor?.name && draft?.digest === value.draft?.digest,
    `event ${seq} tells of another second reader or another draft than what was said`,
  );
  const judged = sentences.filter(({ notJudged }) => notJudged === NotJudged.UNSPECIFIED).length;
  const counts = [judged, sentences.length - judged, sentences.flatMap(doubtsIn).length];
  must(
    counts.join() === [value.judgedCount, value.notJudgedCount, value.doubtCount].join(),
    `event ${seq} counts other sentences and doubts than what was said`,
  );
  return judgement;
};

/** Each doubt stands as a look on its sentence. */
const checkRaised = ({ sentences }: DraftJudgement, items: ReadonlyMap<string, ItemState>): void => {
  for (const { sentenceId, atoms } of sentences) {
    const looks = new Set((items.get(sentenceId)?.looks ?? []).map(placeOf));
    const isRaised = atoms.flatMap(sightOf).every(({ code, place, spanDigest, against }) =>
      looks.has(
        placeOf({
          code,
          startChar: place.startChar,
          endChar: place.endChar,
          spanDigest,
          spanStartChar: against.startChar,
          spanEndChar: against.endChar,
        }),
      ),
    );
    must(isRaised, `a doubt of a second reader about ${sentenceId} is no look on it`);
  }
};

const placeOf = (
  look: Pick<Look, "code" | "startChar" | "endChar" | "spanDigest" | "spanStartChar" | "spanEndChar">,
): string => [look.code, look.startChar, look.endChar, look.spanDigest, look.spanStartChar, look.spanEndChar].join(" ");
