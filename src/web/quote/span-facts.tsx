import { useContext } from "react";
import { SpanFlag, type SpanRef, Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { MessageWith, PlainId } from "../../messages/speech.ts";
import { LocaleContext, type Say, useSay } from "../words/say.ts";
import { dayShown } from "./date-shown.ts";
import { QuoteAddress } from "./quote-address.tsx";

/** Who says it and where: what a person looks at before the words themselves. */
export const SpanFacts = ({ span }: { readonly span: SpanRef }) => {
  const say = useSay();
  const locale = useContext(LocaleContext);
  const day = span.segmentDateText || dayShown(span.versionDate, locale);
  return (
    <ul className="quote-badges">
      {span.address === "" ? null : (
        <li>
          <QuoteAddress address={span.address} />
        </li>
      )}
      <li>
        <bdi>{voiceWords(span, say)}</bdi>
      </li>
      {day === "" ? null : (
        <li>
          <bdi>{day}</bdi>
        </li>
      )}
    </ul>
  );
};

const voiceWords = ({ voice, speaker }: SpanRef, say: Say): string => {
  const spokenBy = (named: MessageWith<"name">, unnamed: PlainId): string =>
    speaker === "" ? say(unnamed) : say(named, { name: speaker });
  switch (voice) {
    case Voice.AUTHOR:
      return spokenBy("letter.written-by", "page-quote.written-by-the-author");
    case Voice.QUOTED:
      return spokenBy("page-vault.quoted-from", "page-vault.quoted-from-somebody-else");
    case Voice.FORWARDED:
      return spokenBy("page-quote.forwarded-from", "page-quote.forwarded-from-somebody-else");
    case Voice.SIGNATURE:
      return say("page-quote.from-a-signature");
    case Voice.DISCLAIMER:
      return say("page-quote.from-a-disclaimer");
    case Voice.STATUTE:
      return say("page-quote.text-of-the-law");
    case Voice.COURT:
      return say("page-quote.words-of-the-court");
    case Voice.PARTY:
      return say("page-quote.a-partys-position-as-the-court-renders-it");
    case Voice.EDITOR:
      return say("page-quote.words-of-an-editor");
    default:
      return say("page-quote.unknown-who-says-this");
  }
};

/** What to know before using the words, each as a sentence. */
export const SpanFlags = ({ span }: { readonly span: SpanRef }) => {
  const say = useSay();
  const unseen = unseenCount(span.excerpt);
  const sentences = span.flags.flatMap((flag) => flagWords[flag] ?? []).map((words) => say(words));
  if (unseen > 0) sentences.push(say("page-quote.characters-in-it-cannot-be-seen-such-as-marks", { unseen }));
  if (sentences.length === 0) return null;
  return (
    <ul className="quote-flags">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
};

const flagWords: Readonly<Record<SpanFlag, PlainId | undefined>> = {
  [SpanFlag.UNSPECIFIED]: undefined,
  [SpanFlag.DROPPED_NEGATION]: "page-quote.the-words-just-outside-the-quote-hold-a",
  [SpanFlag.STITCHED]: "page-quote.the-quote-joins-two-passages-and-leaves-out",
  [SpanFlag.CROSSES_BORDER]: "page-quote.the-quote-runs-across-a-page-or-a-part-of-the",
  [SpanFlag.CROSSES_MARKER]: "page-quote.within-the-quote-stands-something-that-is-not",
  [SpanFlag.NOT_AUTHOR]: "page-quote.these-are-not-the-words-of-the-documents",
  [SpanFlag.STRUCK]: "page-quote.words-in-it-are-struck-through",
  [SpanFlag.UNSEEN]: "page-quote.words-in-it-cannot-be-seen",
  [SpanFlag.NOTHING_SAID]: "page-quote.these-words-say-nothing-of-the-matter",
  [SpanFlag.CORRECTED]: "page-quote.a-person-set-words-in-it",
  // Said beside what sets it.
  [SpanFlag.SPEAKER_SET]: undefined,
};

/** Format and control characters, which show nothing and may turn or split what is read; line breaks and tabs are seen. */
const unseenCount = (text: string): number => text.match(/(?![\n\t])[\p{Cf}\p{Cc}]/gu)?.length ?? 0;
