import { complementizers } from "#kit/complementizers.ts";
import { PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { Book } from "../book.ts";
import { type Grammar, hasStem } from "../language/grammar.ts";
import { hasKin, kin } from "../language/kin.ts";
import { wordsIn } from "../language/words.ts";
import { contentWords, type Sentence, tongueOfSentence } from "../sentence.ts";
import type { Source } from "../source.ts";
import { type Told, toldIn, type Who, whoIsTold } from "../told.ts";
import { at, type Look } from "./look.ts";

/**
 * The words of the evidence tell what a third person said, and the sentence says it without that person: a quotation of a quotation
 * names both, whoever brings it by the paper and whoever said it in the sentence.
 */
export const hearsayIsUnnamed: Look = (sentence, book) => {
  const tongue = tongueOfSentence(sentence);
  const telling = sentence.cited.filter(({ said, isLaw }) => said !== "" && !isLaw);
  if (tongue === undefined || telling.some((source) => source.tongue !== tongue)) return [];
  const own = [...new Set(contentWords(wordsOf(sentence).join(" "), sentence.grammars))];
  return telling
    .filter((source) =>
      reportsIn(source, book).some((report) => {
        const shared = own.filter((word) => hasKin(word, report.words)).length;
        return (
          shared >= 2 &&
          shared * 2 >= Math.min(own.length, report.words.length) &&
          !isNamed(report, sentence, book) &&
          !isQuotedWhole(report, sentence) &&
          // Whose act that very saying is, is for the look on the act.
          !sentence.acts.some(({ verb }) => kin(verb.folded, report.told.act.verb.folded))
        );
      }),
    )
    .map((source) => at(LookCode.HEARSAY_UNNAMED, whole(sentence), source))
    .slice(0, 1);
};

/** What somebody else than its writer is reported to have said, in the words of an entry. */
interface Report {
  readonly told: Told;
  readonly who: Who;
  readonly words: readonly string[];
}

const reportsIn = (source: Source, { cast }: Book): Report[] =>
  toldIn(source, cast).flatMap((told) => {
    const { act, unit, isDenied } = told;
    const { actor, verb } = act;
    const grammar = unit.grammar;
    if (actor === undefined || grammar === undefined || isDenied) return [];
    if (!act.isSpeech && !hasStem(verb.folded, grammar.views)) return [];
    // To ask, to promise or to cancel is done by the words: that it was done is no hearsay.
    if (grammar.illocutions.slice(1).some((stems) => hasStem(verb.folded, stems))) return [];
    if (actor.by === "pronoun" && actor.means !== "addressee") return [];
    const who = whoIsTold(actor, unit, cast);
    const isKnown = actor.by !== "pronoun" || who.side !== undefined || who.party !== "";
    if (!isKnown) return [];
    const clauses = unit.clauses.map(({ words, isFirst, opener }) => ({
      words: words.map(({ folded }) => folded),
      isFirst,
      opener,
    }));
    const index = clauses.findIndex(
      ({ words }) => words.join(" ") === act.clause.words.map((one) => one.folded).join(" "),
    );
    const behind = clauses[index + 1];
    const said = [...(clauses[index]?.words ?? []), ...(isContent(behind, grammar) ? behind.words : [])];
    const names = namesBefore(told);
    return [
      {
        told,
        who,
        words: contentWords(said.filter((word) => word !== verb.folded && !names.includes(word)).join(" "), [grammar]),
      },
    ];
  });

/** What was said stands behind `dat`, or in English behind nothing, with a pronoun at its head. */
const isContent = (
  behind: { readonly words: readonly string[]; readonly isFirst: boolean; readonly opener: string } | undefined,
  { pronouns }: Grammar,
): behind is NonNullable<typeof behind> =>
  behind?.isFirst === false && (complementizers.has(behind.opener) || pronouns.has(behind.words[0] ?? ""));

/** Words by which the one who said it is called: names and roles up to the verb. */
const namesBefore = ({ act, unit }: Told): string[] =>
  unit.tokens
    .filter(({ kind, start }) => (kind === "name" || kind === "role") && start <= act.verb.end)
    .flatMap((token) => (token.kind === "name" ? token.names : token.kind === "role" ? token.role.split(" ") : []));

const isNamed = ({ told, who }: Report, sentence: Sentence, { cast }: Book): boolean => {
  const words = wordsOf(sentence);
  const called = [...namesBefore(told), ...cast.wordsOf(who.party)];
  return (
    words.some((word) => called.includes(word)) ||
    called.some((word) => hasKin(word, words)) ||
    (who.side !== undefined &&
      words.some((word) =>
        sentence.grammars.some(({ pronouns, personForms }) => {
          const means = pronouns.get(word) ?? personForms.get(word);
          return means === "author"
            ? who.side === PartyRole.AUTHOR
            : means === "addressee" && who.side === cast.addressee;
        }),
      ))
  );
};

/** Whether the clause that tells who said it stands in a quotation of the sentence, word for word. */
const isQuotedWhole = ({ told }: Report, { scanned }: Sentence): boolean => {
  const clause = ` ${told.act.clause.words.map(({ folded }) => folded).join(" ")} `;
  return scanned.quotations.some(({ words }) => ` ${foldedIn(words).join(" ")} `.includes(clause));
};

const foldedIn = (text: string): string[] => wordsIn(text).map(({ folded }) => folded);

const wordsOf = ({ scanned }: Sentence): string[] =>
  [scanned.rest, ...scanned.quotations.map(({ words }) => words)].flatMap(foldedIn);

const whole = ({ text }: Sentence) => ({ start: 0, end: text.length });
