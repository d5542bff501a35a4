import { useQuery } from "@tanstack/react-query";
import type { Passage } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { SpanLocator, SpanRef } from "../../../gen/pincite/span/v1/span_pb.ts";
import { useSay } from "../words/say.ts";
import { resolved, resolvedAt } from "./ask-source.ts";
import { firstSentence } from "./grow.ts";
import { locatorFor } from "./locator.ts";
import { NoQuote } from "./no-quote.ts";
import { Resolution } from "./resolution.tsx";
import { ResolvedSpan } from "./resolved-span.tsx";
import { windowOf } from "./source-window.ts";
import { Trouble } from "./trouble.tsx";
import { useAsking } from "./use-asking.ts";

type Propose = ((span: SpanRef) => void) | undefined;

/** Has a locator resolved and shows what became of it. */
export const AskedLocator = ({
  locator,
  onPropose,
}: {
  readonly locator: SpanLocator;
  readonly onPropose: Propose;
}) => {
  const asking = useAsking();
  const { data, error, refetch } = useQuery({
    queryKey: [
      "resolve",
      asking.strandId,
      asking.inForceOn,
      locator.docUid,
      locator.exactQuote,
      locator.chunkUid,
      locator.occurrenceIndex,
      locator.contextBefore,
      locator.contextAfter,
      locator.sourceDigest,
    ],
    queryFn: () => resolved(asking, locator),
    retry: false,
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  return data === undefined ? <Waiting /> : <Resolution resolution={data} onPropose={onPropose} />;
};

/** The first sentence of a passage, to grow and shrink from. */
export const AskedPassage = ({ passage, onPropose }: { readonly passage: Passage; readonly onPropose: Propose }) => {
  const asking = useAsking();
  const { data, error, refetch } = useQuery({
    queryKey: ["passage", asking.strandId, asking.inForceOn, passage.docUid, passage.sourceDigest, passage.startChar],
    queryFn: async () => {
      const window = windowOf(passage.text, passage.startChar, passage.sourceDigest, []);
      const first = firstSentence(window, { start: 0, end: passage.text.length });
      const at = passage.startChar + window.codePoints.toCodePoint(first.start);
      const found = await resolvedAt(asking, locatorFor(passage.docUid, window, first), at);
      if (found === undefined) throw new NoQuote("page-quote.the-source-no-longer-holds-these-words");
      return found;
    },
    retry: false,
  });
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  return data === undefined ? <Waiting /> : <ResolvedSpan span={data} onPropose={onPropose} isNew />;
};

export const Waiting = () => {
  const say = useSay();
  return (
    <p className="quote-note" role="status">
      {say("page-quote.looking-it-up-in-the-source")}
    </p>
  );
};
