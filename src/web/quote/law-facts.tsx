import { createClient } from "@connectrpc/connect";
import { useQuery, useTransport } from "@connectrpc/connect-query";
import { useMutation } from "@tanstack/react-query";
import {
  LawSpanService,
  CompareSpanResponse_Verdict as Verdict,
} from "../../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import { LawsService } from "../../../gen/pincite/lawbot/v1/laws_service_pb.ts";
import { type SpanRef, type Validity, Validity_State } from "../../../gen/pincite/span/v1/span_pb.ts";
import { WordDifferences } from "./differences.tsx";
import { useSay, useSentence } from "./say.ts";
import { lawIdOf } from "./source-of.ts";
import { Trouble } from "./trouble.tsx";
import { type QuotePhrase, quoteInDutch } from "./words.ts";

/** The law that words stand in: its name, the version, whether that is in force, and on demand what became of it. */
export const LawFacts = ({ span }: { readonly span: SpanRef }) => {
  const say = useSay(quoteInDutch);
  const { data } = useQuery(LawsService.method.getLaw, { lawId: lawIdOf(span.docUid) }, { retry: false });
  const version = data?.law?.versions.find(({ docUid }) => docUid === span.docUid);
  return (
    <section className="quote-source" aria-label={say("From the document")}>
      <p className="quote-title">
        <bdi>{version?.citationTitle || version?.title || span.docUid}</bdi>
      </p>
      <ul className="quote-badges">
        <li>{say("Version of {1}", span.versionDate || version?.validFrom || "")}</li>
        {span.validity === undefined ? null : <ValidityBadge validity={span.validity} />}
      </ul>
      <Comparison span={span} />
    </section>
  );
};

const stateWords: Readonly<Record<Validity_State, QuotePhrase>> = {
  [Validity_State.UNSPECIFIED]: "Valid on {1}: unknown",
  [Validity_State.IN_FORCE]: "Valid on {1}: certain",
  [Validity_State.NOT_IN_FORCE]: "Valid on {1}: no",
  [Validity_State.UNKNOWN]: "Valid on {1}: unknown",
};

const ValidityBadge = ({ validity: { state, on, from, until, authority } }: { readonly validity: Validity }) => {
  const say = useSay(quoteInDutch);
  const period = until === "" ? say("from {1}", from) : say("from {1} through {2}", from, until);
  return (
    <>
      <li className={state === Validity_State.IN_FORCE ? "quote-sure" : "quote-unsure"}>
        {say(stateWords[state] ?? "Valid on {1}: unknown", on)}
      </li>
      {from === "" ? null : <li>{period}</li>}
      {authority === "" ? null : <li>{say("known by {1}", authority)}</li>}
    </>
  );
};

const verdictWords: Readonly<Record<Verdict, QuotePhrase>> = {
  [Verdict.UNSPECIFIED]: "unknown",
  [Verdict.UNCHANGED]: "unchanged",
  [Verdict.MOVED]: "moved",
  [Verdict.CHANGED]: "changed",
  [Verdict.REPEALED]: "repealed",
  [Verdict.UNKNOWN]: "unknown",
};

/** What became of the words in the newest version that is loaded; asked for only when a person wants to know. */
const Comparison = ({ span }: { readonly span: SpanRef }) => {
  const say = useSay(quoteInDutch);
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
          {say("Does the newest version still say this?")}
        </button>
      </p>
    );
  const now = answer.nearest ?? answer.spanNow;
  return (
    <div className="quote-change" role="status">
      <p>
        <strong>{say(verdictWords[answer.verdict] ?? "unknown")}</strong>
        {answer.versionNow ? `, ${say("compared with the version of {1}", answer.versionNow.validFrom)}` : ""}
      </p>
      <p>{sentence(answer.message)}</p>
      {answer.surroundingsChanged ? (
        <p>{say("The words around it changed: an exception may have been added.")}</p>
      ) : null}
      {answer.differences.length > 0 ? <WordDifferences differences={answer.differences} way="earlier" /> : null}
      {now && answer.verdict !== Verdict.UNCHANGED ? (
        <>
          <p>{say("What stands there now")}:</p>
          <blockquote className="quote-now">
            <bdi>{now.excerpt}</bdi>
          </blockquote>
        </>
      ) : null}
    </div>
  );
};
