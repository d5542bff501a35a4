import { isMessage, type MessageInitShape } from "@bufbuild/protobuf";
import { Principal_Kind } from "../../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { SpanProposalSchema } from "../../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { Binding } from "../../../../gen/pincite/memo/v1/need_map_pb.ts";
import type { ToolContext, TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import type { ProposedToolRequest } from "../../../../gen/pincite/model/v1/model_turn_pb.ts";
import { SlotKind } from "../../../../gen/pincite/run/v1/run_context_pb.ts";
import type { SpanLocatorSchema } from "../../../../gen/pincite/span/v1/span_pb.ts";
import type { SpanAnswer } from "../../../../gen/pincite/tool/v1/tool_output_pb.ts";
import { GetSpansParamsSchema, type SpanQuery } from "../../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { isSettled } from "../../../span/settled.ts";
import { type QuoteTool, quoteToolOf } from "../../../tool/quote-tools.ts";
import { type FinalParts, mayUse, requestsMax, type StageAnswer, toolRequest } from "./answer-parts.ts";
import { statedWords } from "./answered-letter.ts";
import { passageQuery } from "./binding.ts";
import { partNamed, withoutCited } from "./cited-laws.ts";
import { cut, phraseIn } from "./prose.ts";
import { locatorOf, type QuotableSentence, rankSentences } from "./quotable-sentences.ts";
import { entryOf, type SlotView, slotName, slotViews } from "./slot-views.ts";
import { articleNumber, queryOf, searchWords } from "./words.ts";

type SpanData = MessageInitShape<typeof SpanProposalSchema>;
type LocatorData = MessageInitShape<typeof SpanLocatorSchema>;

/** A binding that still needs words, with what this turn has shown of its source. */
interface OpenBinding {
  readonly binding: Binding;
  readonly view: SlotView;
  readonly docUid: string;
  readonly isLaw: boolean;
  readonly asked: readonly Asked[];
  /** Words that weigh less than the claim's: the slot's cues, and for documents the goal. */
  readonly cues: string;
  /** The words to quote, where they are known: those that the binding points at, or those of the letter that the claim states. */
  readonly stated: LocatorData | undefined;
}

/** One query of get_spans with its answer. */
interface Asked {
  readonly query: SpanQuery;
  readonly answer: SpanAnswer;
  readonly toolResultId: string;
  readonly index: number;
}

/**
 * SPAN_RESOLUTION: for each quote still open, first passages of its source, then a sentence as an exact quote, then the resolved span as
 * a proposal. Where no step is left for the second, the sentence goes forward as a locator. Of law the best one of its article; of a
 * paper the words that were pointed at or that its letter states, or its only sentence: among several a person chooses.
 */
export const answerSpans = (context: TurnContext): StageAnswer => {
  const open = openBindings(context);
  const requests = open.flatMap((one) => nextRequest(context, one)).slice(0, requestsMax(context));
  return requests.length > 0 ? requests : finalSpans(context, open);
};

const openBindings = (context: TurnContext): OpenBinding[] => {
  const views = new Map(slotViews(context).map((view) => [view.slot.slotId, view]));
  const done = new Set((context.ledger?.entries ?? []).map((entry) => entry.bindingId));
  return (context.needMap?.bindings ?? []).flatMap((binding) => {
    const view = views.get(binding.slotId);
    const evidence = binding.evidence?.evidence;
    if (binding.slotKind !== SlotKind.QUOTE || done.has(binding.bindingId) || !view) return [];
    if (isPointedAt(binding)) return [];
    if (evidence?.case !== "document" && evidence?.case !== "law") return [];
    const isLaw = evidence.case === "law";
    const cues = [...view.slot.cues, ...(isLaw ? [] : [context.intent?.goal ?? ""])].join(" ");
    const docUid = evidence.value.evidenceId.replace(/^(?:vault|law):/u, "").replace(/#.*$/su, "");
    if (docUid === "" || docUid.length > 256) return [];
    return [
      {
        binding,
        view,
        docUid,
        isLaw,
        asked: askedFor(view.results, docUid),
        cues,
        stated: binding.locator ?? statedWords(context, view.claim, docUid),
      },
    ];
  });
};

/** Whether a person pointed at the binding's words: the kernel has them resolved on entering the stage, and no turn chooses others. */
const isPointedAt = ({ locator, locatedBy }: Binding): boolean =>
  locator !== undefined && locatedBy?.kind === Principal_Kind.USER;

const askedFor = (results: readonly ToolContext[], docUid: string): Asked[] =>
  results.flatMap(({ request, result, output }) => {
    const params = request?.params?.params.value;
    if (!isMessage(params, GetSpansParamsSchema)) return [];
    const answers = output.case === "spans" ? output.value.answers : [];
    return params.queries.flatMap((query, index) => {
      const answer = answers[index];
      return answer && query.locator?.docUid === docUid
        ? [{ query, answer, toolResultId: result?.id ?? "", index }]
        : [];
    });
  });

const isResolved = ({ answer }: Asked): boolean => {
  return isSettled(answer.resolution?.outcome);
};

const nextRequest = (context: TurnContext, open: OpenBinding): ProposedToolRequest[] => {
  if (open.asked.some(isResolved)) return [];
  if (open.stated && open.asked.length === 0) return ask(context, open, open.stated, "quote");
  const hasPassages = open.asked.some(({ answer }) => answer.passages.length > 0);
  if (!hasPassages)
    return open.view.results.length > 0 ? [] : ask(context, open, passagesLocator(context, open), "passages");
  const locator = quoteLocator(open);
  return locator ? ask(context, open, locator, "quote") : [];
};

const ask = (
  context: TurnContext,
  open: OpenBinding,
  locator: LocatorData,
  why: "passages" | "quote",
): ProposedToolRequest[] => {
  const tool = quoteToolOf(open.binding.evidence);
  if (!mayUse(context, tool)) return [];
  const query = why === "quote" ? "" : open.isLaw ? lawQuery(open) : passageQuery(context, open.view);
  if (why === "passages" && query === "") return [];
  const reason = phraseIn(context)(`guide.reason-${why}`);
  return [toolRequest<QuoteTool["member"]>(tool, open.binding.slotId, reason, { queries: [{ locator, query }] })];
};

/** What leaves for LawBot is the article's number and the profile's words, never words of the case. */
const lawQuery = (open: OpenBinding): string => {
  const number = boundArticle(open);
  const inText = number.replace(/^.*:/u, "");
  return queryOf(
    [...new Set([number, inText, ...searchWords(open.view.slot.cues.join(" "), 8)])].filter((one) => one !== ""),
    300,
  );
};

/** Passages are asked in the chunk the search named, where the source is law: its other articles are other law. */
const passagesLocator = (context: TurnContext, { docUid, isLaw, binding }: OpenBinding): LocatorData => {
  const law = binding.evidence?.evidence;
  const known = isLaw && law?.case === "law" ? entryOf(context, law.value.evidenceId)?.candidate : undefined;
  const chunkUid = known?.chunkUid ?? "";
  return chunkUid.length <= 256 && chunkUid.startsWith(docUid) ? { docUid, chunkUid } : { docUid };
};

const quoteLocator = (open: OpenBinding): LocatorData | undefined => {
  const tried = open.asked.map(({ query }) => query.locator?.exactQuote ?? "");
  if (open.stated && !tried.includes(open.stated.exactQuote ?? "")) return open.stated;
  const inside = open.asked.flatMap(wordsInside).find(({ exactQuote }) => !tried.includes(exactQuote));
  if (inside) return inside;
  const sentences = sentencesFor(open);
  if (!open.isLaw && (sentences.length !== 1 || !isShownWhole(open))) return undefined;
  const sentence = sentences.find(({ text }) => !tried.includes(text));
  return sentence && locatorOf(sentence, open.docUid);
};

/** So many passages of a source are shown at most: of one with fewer, all that says anything was. */
const passagesMost = 3;

const isShownWhole = ({ asked }: OpenBinding): boolean =>
  asked.every(({ answer }) => answer.passages.length < passagesMost);

/** What the source offers in place of words that begin with a number or heading of it: those words without it. */
const wordsInside = ({ query, answer: { resolution } }: Asked) =>
  (resolution?.suggestions ?? []).flatMap(({ span }) => {
    if (!span || !query.locator?.exactQuote.endsWith(span.excerpt)) return [];
    const { docUid, excerpt: exactQuote, shownBefore: contextBefore, shownAfter: contextAfter } = span;
    return [{ docUid, exactQuote, contextBefore, contextAfter }];
  });

const sentencesFor = (open: OpenBinding): QuotableSentence[] => {
  const { claimText } = open.view.claim;
  const article = boundArticle(open);
  const sought = {
    claimText: open.isLaw ? withoutCited(claimText) : claimText,
    cues: open.cues,
    article,
    part: open.isLaw ? partNamed(claimText, article) : [],
  };
  return rankSentences(
    open.asked.flatMap(({ answer }) => answer.passages),
    sought,
  );
};

/** A passage of another article says nothing about the one that was bound; empty for documents and whole laws. */
const boundArticle = ({ binding }: OpenBinding): string => {
  const evidence = binding.evidence?.evidence;
  return evidence?.case === "law" ? articleNumber(evidence.value.address) : "";
};

const finalSpans = (context: TurnContext, open: readonly OpenBinding[]): FinalParts => {
  const phrase = phraseIn(context);
  const spans = open.flatMap(spanFor).slice(0, 200);
  const ready = spans.length + (context.needMap?.bindings ?? []).filter(isPointedAt).length;
  const quoted = new Set(spans.map(({ bindingId }) => bindingId));
  const left = open.filter(({ binding }) => !quoted.has(cut(binding.bindingId, 128)));
  const toChoose = left.filter(({ isLaw }) => !isLaw).map(({ view }) => slotName(view));
  return {
    message: [
      ready > 0 ? phrase("guide.quotes", { count: ready }) : phrase("guide.no-quotes"),
      ...(toChoose.length > 0 ? [phrase("guide.choose-yourself", { count: toChoose.length })] : []),
    ].join(" "),
    missing: [
      ...(left.some(({ isLaw }) => isLaw) ? [phrase("guide.quote-open")] : []),
      ...toChoose.map((what) => phrase("guide.slot-unsure", { what })),
    ],
    suggestions: toChoose.map((what) => phrase("guide.choose-for", { what })),
    ...(spans.length === 0 ? {} : { proposal: { case: "citationLedger", value: { spans } } }),
  };
};

const spanFor = (open: OpenBinding): SpanData[] => {
  const bindingId = cut(open.binding.bindingId, 128);
  const resolved = open.asked.find(isResolved);
  if (bindingId === "") return [];
  if (resolved && /^toolres:.{1,56}$/u.test(resolved.toolResultId)) {
    const value = { toolResultId: resolved.toolResultId, answerIndex: resolved.index, spanIndex: 0 };
    return [{ bindingId, span: { case: "resolved", value } }];
  }
  // Where words were asked for and not found, further words are no surer: one that is not found takes the others with it.
  const locator = open.asked.some(({ answer }) => answer.resolution) ? undefined : quoteLocator(open);
  return locator ? [{ bindingId, span: { case: "locator", value: locator } }] : [];
};
