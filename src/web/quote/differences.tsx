import { type Difference, Difference_Kind as Kind } from "../../../gen/pincite/span/v1/span_pb.ts";
import { useSay } from "./say.ts";
import { type QuotePhrase, quoteInDutch } from "./words.ts";

const kindWords: Readonly<Record<Kind, QuotePhrase>> = {
  [Kind.UNSPECIFIED]: "words",
  [Kind.WHITE_SPACE]: "white space or line breaks",
  [Kind.QUOTE]: "quotation marks",
  [Kind.DASH]: "dashes or hyphens",
  [Kind.LIGATURE]: "joined or wide letters",
  [Kind.INVISIBLE]: "invisible characters",
  [Kind.HYPHENATION]: "a word broken at the end of a line",
  [Kind.COMPOSITION]: "accents composed otherwise",
  [Kind.ELLIPSIS]: "an ellipsis",
  [Kind.WORDS]: "words",
};

/** Each place where the source writes it otherwise than was asked. */
export const Differences = ({ differences }: { readonly differences: readonly Difference[] }) => {
  const say = useSay(quoteInDutch);
  const seen = (text: string): string => {
    if (text === "") return say("nothing");
    if (text === "\n") return say("a line break");
    return text === " " ? say("a space") : visible(text);
  };
  return (
    <ul className="quote-differences">
      {differences.map(({ kind, quoteText, sourceText, sourceStart }) => (
        <li key={`${sourceStart}:${quoteText}`}>
          {say(
            "The source reads “{1}” where “{2}” was asked for ({3})",
            seen(sourceText),
            seen(quoteText),
            say(kindWords[kind] ?? "words"),
          )}
        </li>
      ))}
    </ul>
  );
};

/** Of many differences the first are told: then it is another sentence. */
const toldMax = 6;

interface Told {
  readonly added: QuotePhrase;
  readonly gone: QuotePhrase;
  readonly other: QuotePhrase;
}

/** How a difference is told: against words that were asked for, or against those of an earlier version. */
const ways: Readonly<Record<"asked" | "earlier", Told>> = {
  asked: {
    added: "not asked for: “{1}”",
    gone: "does not stand there: “{1}”",
    other: "you wrote “{1}”, there stands “{2}”",
  },
  earlier: { added: "new: “{1}”", gone: "left out since: “{1}”", other: "then “{1}”, now “{2}”" },
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
  const say = useSay(quoteInDutch);
  const words = differences.filter(({ kind }) => kind === Kind.WORDS || kind === Kind.UNSPECIFIED);
  const told = words.length > 0 ? words : differences;
  return (
    <ul className="quote-differences">
      {told.slice(0, toldMax).map(({ quoteText, sourceText, sourceStart }) => (
        <li key={`${sourceStart}:${quoteText}`}>
          {quoteText === ""
            ? say(added, sourceText)
            : sourceText === ""
              ? say(gone, quoteText)
              : say(other, quoteText, sourceText)}
        </li>
      ))}
      {told.length > toldMax ? <li>{say("and {1} more", told.length - toldMax)}</li> : null}
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
