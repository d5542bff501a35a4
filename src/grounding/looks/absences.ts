import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { hasKin } from "../language/kin.ts";
import { paperNoun } from "../language/paper-nouns.ts";
import type { Word } from "../language/words.ts";
import { contentWords, deniesAnywhere, type Sentence } from "../sentence.ts";
import type { Source } from "../source.ts";
import { at, type Look, noIn } from "./look.ts";

/**
 * A clause that denies of a paper that something stands in it, on words of that paper which deny nothing: what a paper lacks no
 * excerpt of it shows, and only a recorded search carries it.
 */
export const absenceIsUnsought: Look = (sentence) => {
  const { clauses, cited, grammars } = sentence;
  const papers = cited.filter(({ isDocument, said }) => isDocument && said !== "");
  if (papers.length === 0 || cited.some(isSearch) || papers.some(({ said }) => deniesAnywhere(said, grammars)))
    return [];
  const titles = contentWords(papers.map(({ title }) => title).join(" "), grammars);
  return clauses.flatMap((clause) => {
    const no = clause.text.includes("\ufffc") ? undefined : noIn(clause, sentence);
    const isInPaper = clause.words.some(
      ({ folded }, index) =>
        (paperNoun(folded) === "paper" || hasKin(folded, titles)) && isPlace(clause.words.slice(0, index), sentence),
    );
    return no !== undefined && isInPaper && sentence.acts.length === 0
      ? [at(LookCode.ABSENCE_UNSOUGHT, no, papers[0])]
      : [];
  });
};

/** "Op de factuur", "in the report": a preposition of place with its article stands in front. */
const isPlace = (before: readonly Word[], { grammars }: Sentence): boolean => {
  const last = before.at(-1)?.folded ?? "";
  const lead = grammars.some(({ determiners }) => determiners.has(last)) ? before.at(-2)?.folded : last;
  return grammars.some(({ placing }) => placing.has(lead ?? ""));
};

const isSearch = ({ entry }: Source): boolean => entry.evidence?.evidence.case === "search";
