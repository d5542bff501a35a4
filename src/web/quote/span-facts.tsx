import { useContext } from "react";
import { SpanFlag, type SpanRef, Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { dayShown } from "./date-shown.ts";
import { LocaleContext, useSay } from "./say.ts";
import { type QuotePhrase, quoteInDutch } from "./words.ts";

/** Who says it and where: what a person looks at before the words themselves. */
export const SpanFacts = ({ span }: { readonly span: SpanRef }) => {
  const say = useSay(quoteInDutch);
  const locale = useContext(LocaleContext);
  const day = span.segmentDateText || dayShown(span.versionDate, locale);
  return (
    <ul className="quote-badges">
      {span.address === "" ? null : (
        <li>
          <bdi>{span.address}</bdi>
        </li>
      )}
      <li>
        <bdi>{say(voiceWords(span), span.speaker)}</bdi>
      </li>
      {day === "" ? null : (
        <li>
          <bdi>{day}</bdi>
        </li>
      )}
    </ul>
  );
};

const spokenBy = (span: SpanRef, named: QuotePhrase, unnamed: QuotePhrase): QuotePhrase =>
  span.speaker === "" ? unnamed : named;

const voiceWords = (span: SpanRef): QuotePhrase => {
  switch (span.voice) {
    case Voice.AUTHOR:
      return spokenBy(span, "written by {1}", "written by the author");
    case Voice.QUOTED:
      return spokenBy(span, "quoted from {1}", "quoted from somebody else");
    case Voice.FORWARDED:
      return spokenBy(span, "forwarded from {1}", "forwarded from somebody else");
    case Voice.SIGNATURE:
      return "from a signature";
    case Voice.DISCLAIMER:
      return "from a disclaimer";
    case Voice.STATUTE:
      return "text of the law";
    case Voice.COURT:
      return "words of the court";
    case Voice.PARTY:
      return "a party's position, as the court renders it";
    case Voice.EDITOR:
      return "words of an editor";
    default:
      return "unknown who says this";
  }
};

/** What to know before using the words, each as a sentence. */
export const SpanFlags = ({ span }: { readonly span: SpanRef }) => {
  const say = useSay(quoteInDutch);
  const unseen = unseenCount(span.excerpt);
  const sentences = span.flags.flatMap((flag) => flagWords[flag] ?? []).map((words) => say(words));
  if (unseen > 0)
    sentences.push(
      say("{1} characters in it cannot be seen, such as marks that change the direction of reading.", unseen),
    );
  if (sentences.length === 0) return null;
  return (
    <ul className="quote-flags">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
};

const flagWords: Readonly<Record<SpanFlag, QuotePhrase | undefined>> = {
  [SpanFlag.UNSPECIFIED]: undefined,
  [SpanFlag.DROPPED_NEGATION]:
    "The words just outside the quote hold a denial or an exception. Read them before you use it.",
  [SpanFlag.STITCHED]: "The quote joins two passages and leaves out what stands between them.",
  [SpanFlag.CROSSES_BORDER]: "The quote runs across a page or a part of the source.",
  [SpanFlag.CROSSES_MARKER]: "Within the quote stands something that is not text, such as an image or a formula.",
  [SpanFlag.NOT_AUTHOR]: "These are not the words of the document's author.",
};

/** Format and control characters, which show nothing and may turn or split what is read; line breaks and tabs are seen. */
const unseenCount = (text: string): number => text.match(/(?![\n\t])[\p{Cf}\p{Cc}]/gu)?.length ?? 0;
