import { createClient } from "@connectrpc/connect";
import { useQuery, useTransport } from "@connectrpc/connect-query";
import { useMutation } from "@tanstack/react-query";
import {
  LawSpanService,
  CompareSpanResponse_Verdict as Verdict,
} from "../../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import { LawsService } from "../../../gen/pincite/lawbot/v1/laws_service_pb.ts";
import { type SpanRef, type Validity, Validity_State } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { MessageWith, PlainId } from "../../messages/speech.ts";
import { useSay, useSentence } from "../words/say.ts";
import { WordDifferences } from "./differences.tsx";
import { lawIdOf } from "./source-of.ts";
import { Trouble } from "./trouble.tsx";

/** The law that words stand in: its name, the version, whether that is in force, and on demand what became of it. */
export const LawFacts = ({ span }: { readonly span: SpanRef }) => {
  const say = useSay();
  const { data } = useQuery(LawsService.method.getLaw, { lawId: lawIdOf(span.docUid) }, { retry: false });
  const version = data?.law?.versions.find(({ docUid }) => docUid === span.docUid);
  return (
    <section className="quote-source" aria-label={say("page-quote.from-the-document")}>
      <p className="quote-title">
        <bdi>{version?.citationTitle || version?.title || span.docUid}</bdi>
      </p>
      <ul className="quote-badges">
        <li>{say("page-quote.version-of", { from: span.versionDate || version?.validFrom || "" })}</li>
        {span.validity === undefined ? null : <ValidityBadge validity={span.validity} />}
      </ul>
      <Comparison span={span} />
    </section>
  );
};

const stateWords: Readonly<Record<Validity_State, MessageWith<"day">>> = {
  [Validity_State.UNSPECIFIED]: "page-quote.valid-on-unknown",
  [Validity_State.IN_FORCE]: "page-quote.valid-on-certain",
  [Validity_State.NOT_IN_FORCE]: "page-quote.valid-on-no",
  [Validity_State.UNKNOWN]: "page-quote.valid-on-unknown",
};

const ValidityBadge = ({
  validity: { state, on, from, until, authority, consolidated },
}: {
  readonly validity: Validity;
}) => {
  const say = useSay();
  const period = until === "" ? say("page-quote.from", { from }) : say("page-quote.from-through", { from, until });
  return (
    <>
      <li className={state === Validity_State.IN_FORCE ? "quote-sure" : "quote-unsure"}>
        {say(stateWords[state] ?? "page-quote.valid-on-unknown", { day: on })}
      </li>
      {from === "" ? null : <li>{period}</li>}
      {consolidated ? <li className="quote-unsure">{say("page-quote.consolidated")}</li> : null}
      {authority === "" ? null : <li>{say("page-quote.known-by", { authority })}</li>}
    </>
  );
};

const verdictWords: Readonly<Record<Verdict, PlainId>> = {
  [Verdict.UNSPECIFIED]: "page-quote.unknown",
  [Verdict.UNCHANGED]: "page-quote.unchanged",
  [Verdict.MOVED]: "page-quote.moved",
  [Verdict.CHANGED]: "page-quote.changed",
  [Verdict.REPEALED]: "page-quote.repealed",
  [Verdict.UNKNOWN]: "page-quote.unknown",
};

/** What became of the words in the newest version that is loaded; asked for only when a person wants to know. */
const Comparison = ({ span }: { readonly span: SpanRef }) => {
  const say = useSay();
  const sentence = useSentence();
  const transport = useTransport();
  const watch = useMutation({
    mutationFn: async () => (await createClient(LawSpanService, transport).watchSpans({ spans: [span] })).answers[0],
  });
  const answer = watch.data;
  if (watch.isError) return <Trouble error={watch.error} onRetry={() => watch.mutate()} />;
  if (answer === undefined)
    return (
      <p>
        <button type="button" onClick={() => watch.mutate()} aria-disabled={watch.isPending}>
          {say("page-quote.does-the-newest-version-still-say-this")}
        </button>
      </p>
    );
  const now = answer.nearest ?? answer.spanNow;
  return (
    <div className="quote-change" role="status">
      <p>
        <strong>{say(verdictWords[answer.verdict] ?? "page-quote.unknown")}</strong>
        {answer.versionNow
          ? `, ${say("page-quote.compared-with-the-version-of", { validFrom: answer.versionNow.validFrom })}`
          : ""}
      </p>
      <p>{sentence(answer.message)}</p>
      {answer.surroundingsChanged ? <p>{say("page-quote.the-words-around-it-changed-an-exception-may")}</p> : null}
      {answer.differences.length > 0 ? <WordDifferences differences={answer.differences} way="earlier" /> : null}
      {now && answer.verdict !== Verdict.UNCHANGED ? (
        <>
          <p>{say("page-quote.what-stands-there-now")}:</p>
          <blockquote className="quote-now">
            <bdi>{now.excerpt}</bdi>
          </blockquote>
        </>
      ) : null}
    </div>
  );
};
