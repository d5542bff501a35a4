import { create, type DescMessage, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { type EvidenceCandidate, EvidenceSearchResultSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { AnsweredText } from "../../gen/pincite/memo/v1/letter_pb.ts";
import { type Place, SpanResolution_Outcome } from "../../gen/pincite/span/v1/span_pb.ts";
import { ResolveOutputSchema, SpansOutputSchema } from "../../gen/pincite/tool/v1/tool_output_pb.ts";
import type { GetSpansParams } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { CamePaper, EvidenceDirectory, ToolExecutor, ToolOutcome, ToolRun } from "../../src/engine/run/ports.ts";
import { lawCandidate, letterCandidate, letters, spanOf } from "../run/sample-content.ts";

/** All evidence of the sample case. */
export const sampleEvidence = (): EvidenceCandidate[] => [
  ...letters.map(letterCandidate),
  lawCandidate(),
  lawCandidate("655"),
];

type Answer = (run: ToolRun) => ToolOutcome | Promise<ToolOutcome>;

/** The tools over the sample case. Each run is remembered; `instead` answers the next one some other way. */
export class SampleTools implements ToolExecutor {
  readonly tools: string[] = [
    "lawbot.get_spans",
    "lawbot.resolve_citations",
    "lawbot.search",
    "vault.get_spans",
    "vault.resolve_ids",
    "vault.search",
  ];
  readonly ran: ToolRun[] = [];
  #next: Answer | undefined;

  instead(answer: Answer): this {
    this.#next = answer;
    return this;
  }

  async run(run: ToolRun): Promise<ToolOutcome> {
    this.ran.push(run);
    const answer = this.#next ?? answerOf;
    this.#next = undefined;
    return answer(run);
  }
}

/** Finds what the sample case has, and remembers what was looked up. */
export class SampleDirectory implements EvidenceDirectory {
  readonly lookedUp: string[] = [];

  /** Revision of the strand as it is now. */
  corpus = "1";

  async revision(): Promise<string> {
    return this.corpus;
  }

  /** Papers by when they came. */
  readonly came: CamePaper[] = [];

  async cameAfter(instantIso: string): Promise<readonly CamePaper[]> {
    return this.came.filter(({ importedAtIso }) => importedAtIso > instantIso);
  }

  async sentences() {
    return [];
  }

  async withHealth(): Promise<string[]> {
    return [];
  }

  /** Letters by evidence id. */
  readonly letters = new Map<string, AnsweredText>();

  async letter(evidenceId: string): Promise<AnsweredText | undefined> {
    return this.letters.get(evidenceId);
  }

  async lookUp(evidenceId: string): Promise<EvidenceCandidate | undefined> {
    this.lookedUp.push(evidenceId);
    return sampleEvidence().find((candidate) => candidate.evidenceId === evidenceId);
  }
}

/** A query that finds nothing. */
export const nothing = "waarschuwing";

const answerOf: Answer = ({ request }) => {
  const { params } = request.params ?? {};
  switch (params?.case) {
    case "vaultSearch":
      return searched(params.value.query, letters.map(letterCandidate));
    case "lawbotSearch":
      return searched(params.value.query, [lawCandidate(), lawCandidate("655")]);
    case "lawbotCaseSearch":
      return searched(params.value.query, [lawCandidate()]);
    case "vaultImport":
      return { status: "OK", summary: "imported 1 document", refinedQuery: "", reason: "" };
    case "vaultResolveIds":
      return outcome(
        "OK",
        ResolveOutputSchema,
        create(ResolveOutputSchema, { items: params.value.evidenceIds.map(resolvedId) }),
      );
    case "vaultGetSpans":
      return outcome("OK", SpansOutputSchema, create(SpansOutputSchema, { answers: answersTo(params.value) }));
    default:
      return {
        status: "ERROR",
        summary: "no such sample",
        refinedQuery: "",
        reason: "The sample has none: ask again.",
      };
  }
};

const searched = (query: string, all: EvidenceCandidate[]): ToolOutcome => {
  const candidates = query === nothing ? [] : all;
  const result = create(EvidenceSearchResultSchema, {
    ...{ query, candidates, totalCount: candidates.length, corpusRevision: "1", scope: "the sample case" },
  });
  return outcome(candidates.length > 0 ? "OK" : "EMPTY", EvidenceSearchResultSchema, result);
};

const resolvedId = (asked: string) => {
  const letter = letters.find((one) => asked === `vault:${one.docUid}`);
  if (!letter) return { asked, problem: "no such document" };
  const passage = { docUid: letter.docUid, chunkUid: `${letter.docUid}:1`, endChar: [...letter.text].length };
  return { asked, candidates: [letterCandidate(letter)], passages: [{ ...passage, text: letter.text }] };
};

const answersTo = ({ queries }: GetSpansParams) =>
  queries.map(({ locator, place }) => {
    const letter = letters.find((one) => one.docUid === locator?.docUid);
    if (place) return letter ? { place: placeIn(letter, place) } : { problem: "no such document" };
    const found = letter?.text.includes(locator?.exactQuote ?? "\u0000");
    if (!letter || !locator || !found) return { resolution: { outcome: SpanResolution_Outcome.NOT_FOUND } };
    return { resolution: { outcome: SpanResolution_Outcome.EXACT, spans: [spanOf(letter, locator.exactQuote)] } };
  });

/** Each letter has one page. */
const placeIn = (letter: (typeof letters)[number], { named }: Place) => {
  const sourceDigest = letterCandidate(letter).sourceDigest;
  const page = { startChar: 0, endChar: [...letter.text].length, label: "p. 1", sourceDigest };
  return named.case === "page" && named.value === 1
    ? { place: { named, ...page } }
    : { available: [{ named: { case: "page" as const, value: 1 }, ...page }], message: "It has one page, p. 1." };
};

const outcome = <D extends DescMessage>(
  status: ToolOutcome["status"],
  schema: D,
  message: MessageShape<D>,
): ToolOutcome => ({
  ...{ status, summary: "looked in the sample", refinedQuery: "", reason: "" },
  output: { kind: schema.typeName, bytes: toBinary(schema, message) },
});

/** Holds whatever waits for it until it is opened. */
export const gate = () => {
  let open: () => void = () => undefined;
  let reached: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const arrived = new Promise<void>((resolve) => (reached = resolve));
  return {
    open: () => open(),
    /** Resolves when something waits. */
    arrived,
    wait: (): Promise<void> => {
      reached();
      return opened;
    },
  };
};

/** The sample's own answer, after the gate is opened. */
export const heldBy =
  (held: { wait(): Promise<void> }): Answer =>
  async (run) => {
    await held.wait();
    return answerOf(run);
  };
