import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { typedForms, typedWords } from "../text/typed-words.ts";

/** What a person answers to what `run go` showed. */
export interface GoAnswer {
  /** True: what was shown and has no looks is right. */
  readonly isYes: boolean;
  /** The sign that stood under what was shown, by which it is known what was seen; empty: none was named. */
  readonly sign: string;
  /** Items with looks that the person has seen and takes. */
  readonly seen: readonly string[];
  /** Items that the person does not want. */
  readonly rejected: readonly string[];
  /** `name=words`: what the person says in her own words; `paper=path` names a paper of hers. */
  readonly said: readonly string[];
}

/** Where nothing was answered yet. */
export const nothingSaid: GoAnswer = { isYes: false, sign: "", seen: [], rejected: [], said: [] };

const yes = new Set(typedWords("typed.yes"));
const seen = new Set(typedWords("typed.seen"));
const no = new Set(typedWords("typed.no"));

/**
 * The words behind `run go RUN`: `ja SIGN`, then `gezien ITEM…` and `nee ITEM…`, and `name=words` anywhere. Errors:
 * REQUEST_INVALID for any other word, and where something is confirmed without the sign of what was shown.
 */
export const parseAnswer = (words: readonly string[]): GoAnswer => {
  const said: string[] = [];
  const lists = { seen: [] as string[], rejected: [] as string[] };
  let into: string[] | undefined;
  let isYes = false;
  let sign = "";
  for (const word of words) {
    const lower = word.toLowerCase();
    if (yes.has(lower)) isYes = true;
    else if (seen.has(lower)) into = lists.seen;
    else if (no.has(lower)) into = lists.rejected;
    else if (/^\d{1,9}-[0-9a-f]{4,}$/u.test(lower)) sign = lower;
    else if (word.includes("=") || paperTyped(word) !== undefined) said.push(word);
    else if (into) into.push(word);
    else
      throw new DomainError("REQUEST_INVALID", worded("command.is-no-answer-what-can-be-said-stands-under", { word }));
  }
  const decides = isYes || lists.seen.length > 0 || lists.rejected.length > 0;
  if (decides && sign === "")
    throw new DomainError("REQUEST_INVALID", worded("command.a-yes-names-what-was-seen-pincite-run-go-run"));
  return { isYes, sign, ...lists, said };
};

const paper = new RegExp(`^\\s*(?:${typedForms("typed.paper")})\\s*[:=](?<path>[\\s\\S]*)$`, "iu");

/** What stands behind `paper:` or `paper=`; undefined where something else was typed. */
export const paperTyped = (typed: string): string | undefined => paper.exec(typed)?.groups?.path?.trim();

/** The sign by which a person says what she saw: the number of the run's last event and the beginning of its hash. */
export const signOf = (version: string): string => version.replace(/^(\d+-[0-9a-f]{4}).*$/u, "$1");
