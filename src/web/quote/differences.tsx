import { type Difference, Difference_Kind as Kind } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { MessageWith, PlainId } from "../../messages/speech.ts";
import { useSay } from "../words/say.ts";

const kindWords: Readonly<Record<Kind, PlainId>> = {
  [Kind.UNSPECIFIED]: "page-quote.words",
  [Kind.WHITE_SPACE]: "page-quote.white-space-or-line-breaks",
  [Kind.QUOTE]: "page-quote.quotation-marks",
  [Kind.DASH]: "page-quote.dashes-or-hyphens",
  [Kind.LIGATURE]: "page-quote.joined-or-wide-letters",
  [Kind.INVISIBLE]: "page-quote.invisible-characters",
  [Kind.HYPHENATION]: "page-quote.a-word-broken-at-the-end-of-a-line",
  [Kind.COMPOSITION]: "page-quote.accents-composed-otherwise",
  [Kind.ELLIPSIS]: "page-quote.an-ellipsis",
  [Kind.WORDS]: "page-quote.words",
};

/** Each place where the source writes it otherwise than was asked. */
export const Differences = ({ differences }: { readonly differences: readonly Difference[] }) => {
  const say = useSay();
  const seen = (text: string): string => {
    if (text === "") return say("item.nothing");
    if (text === "\n") return say("page-quote.a-line-break");
    return text === " " ? say("page-quote.a-space") : visible(text);
  };
  return (
    <ul className="quote-differences">
      {differences.map(({ kind, quoteText, sourceText, sourceStart }) => (
        <li key={`${sourceStart}:${quoteText}`}>
          {say("page-quote.the-source-reads-where-was-asked-for", {
            seen: seen(sourceText),
            seen2: seen(quoteText),
            kindWords: say(kindWords[kind] ?? "page-quote.words"),
          })}
        </li>
      ))}
    </ul>
  );
};

/** Of many differences the first are told: then it is another sentence. */
const toldMax = 6;

interface Told {
  readonly added: MessageWith<"theirs">;
  readonly gone: MessageWith<"yours">;
  readonly other: MessageWith<"yours" | "theirs">;
}

/** How a difference is told: against words that were asked for, or against those of an earlier version. */
const ways: Readonly<Record<"asked" | "earlier", Told>> = {
  asked: {
    added: "page-quote.not-asked-for",
    gone: "page-quote.does-not-stand-there",
    other: "go.you-wrote-there-stands",
  },
  earlier: { added: "page-quote.new", gone: "page-quote.left-out-since", other: "page-quote.then-now" },
};

/** What differs between words and a passage near to them. */
export const WordDifferences = ({
  differences,
  way,
}: {
  readonly differences: readonly Difference[];
  readonly way: keyof typeof ways;
}) => {
  const { added, gone, other } = ways[way];
  const say = useSay();
  const words = differences.filter(({ kind }) => kind === Kind.WORDS || kind === Kind.UNSPECIFIED);
  const told = words.length > 0 ? words : differences;
  return (
    <ul className="quote-differences">
      {told.slice(0, toldMax).map(({ quoteText, sourceText, sourceStart }) => (
        <li key={`${sourceStart}:${quoteText}`}>
          {quoteText === ""
            ? say(added, { theirs: sourceText })
            : sourceText === ""
              ? say(gone, { yours: quoteText })
              : say(other, { yours: quoteText, theirs: sourceText })}
        </li>
      ))}
      {told.length > toldMax ? <li>{say("item.and-more", { count: told.length - toldMax })}</li> : null}
    </ul>
  );
};

/** Characters that show nothing, by their number in Unicode; line breaks by a sign. */
const visible = (text: string): string =>
  text
    .replaceAll("\n", "↵")
    .replace(
      /[\p{Cf}\p{Cc}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu,
      (one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
    );
