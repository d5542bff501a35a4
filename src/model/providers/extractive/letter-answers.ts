import { textIn } from "#kit/localised.ts";
import { writtenDay } from "#kit/months.ts";
import type { LedgerEntry } from "../../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { PartyRole } from "../../../../gen/pincite/memo/v1/party_pb.ts";
import type { SkeletonClaim } from "../../../../gen/pincite/memo/v1/skeleton_pb.ts";
import { ReaderKind } from "../../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { AssertionAnswer } from "../../../../gen/pincite/run/v1/run_context_pb.ts";
import { tellsNoFact } from "../../../grounding/letter-mood.ts";
import { asPiece, isPiece } from "../../../grounding/letter-pieces.ts";
import { type Speech, speechOf } from "../../../messages/speech.ts";
import { assertionClaim } from "../../../run/seen.ts";
import {
  type AnswerKind,
  asksLeads,
  type Leads,
  listLeads,
  type Place,
  phraseAt,
  saysLeads,
} from "./answer-phrases.ts";
import { quotableWords } from "./citing-clauses.ts";
import { type Locale, localeOf } from "./prose.ts";

/** A claim that says what the answered letter states in the kernel's own words, with what is answered and its one quotation. */
export interface Stated {
  readonly kind: AnswerKind;
  readonly claim: SkeletonClaim;
  /** Absent where nothing was confirmed for it: an assertion that is neither agreed with nor denied may be left unbound. */
  readonly entry: LedgerEntry | undefined;
  /** True: the sentence of the letter was taken in pieces, and this is one of them. */
  readonly isPiece: boolean;
}

const kindOf: Readonly<Partial<Record<AssertionAnswer, AnswerKind>>> = {
  [AssertionAnswer.WRONG]: "disputed",
  [AssertionAnswer.RIGHT]: "right",
  [AssertionAnswer.DONE]: "done",
  [AssertionAnswer.RESTS]: "beside",
  // Of outlines from before a person could say that it rests.
  [AssertionAnswer.BESIDE]: "beside",
  [AssertionAnswer.UNKNOWN]: "unknown",
};

/** In the order in which a reply tells them: what is fought over first, what is not known last, before what is asked about it. */
const order: readonly AnswerKind[] = ["disputed", "right", "done", "beside", "unknown"];

/** Where a claim stands among the others of its section; one that answers nothing, or concedes in part, stays with what is disputed, in its place. */
export const rankOf = (stated: Stated | undefined): number =>
  !stated || isInPart(stated) || staysWithOther(stated) ? 0 : order.indexOf(stated.kind);

/**
 * Reads a claim as an answer to the letter; undefined: it is none, a person said it in words of their own, which stay as they are,
 * or it rests on more than the letter's words.
 */
export const statedBy = (
  context: TurnContext,
  claim: SkeletonClaim,
  entries: readonly LedgerEntry[],
): Stated | undefined => {
  const [answer, another] = claim.answers;
  const named = answer && kindOf[answer.answer];
  if (!answer || !named || another || entries.length > 1) return undefined;
  const addressing = {
    locale: localeOf(context),
    audience: context.intent?.audience ?? "",
    profile: context.profile,
  };
  const [entry] = entries;
  const isKernels = entry
    ? claim.text === assertionClaim(entry.span?.excerpt ?? "", answer, addressing)
    : claim.text.startsWith(assertionClaim("", answer, addressing));
  if (!isKernels) return undefined;
  const { assertions = [], questions = [] } = context.letterReading ?? {};
  const part = assertions.find(({ partId }) => partId === answer.assertionId);
  // What tells no fact is not unknown to anybody: it is noted.
  const kind = named === "unknown" && tellsNoFact(part?.span?.excerpt ?? "") ? "beside" : named;
  return { kind, claim, entry, isPiece: part !== undefined && isPiece(part, [...assertions, ...questions]) };
};

/**
 * Whether several of them are told in one sentence. What is disputed has a sentence of its own, with what is set against it behind it;
 * so has what is right in part, with what is said beside it, and what a person said must be made and is no answer.
 */
export const isListed = (stated: Stated): boolean =>
  isAgreed(stated)
    ? !isInPart(stated) && !staysWithOther(stated)
    : !stated.claim.required && stated.kind !== "disputed";

/** What is conceded of a sentence that was taken in two stands where the rest of it is answered. */
const staysWithOther = (stated: Stated): boolean => stated.isPiece && isAgreed(stated);

const isAgreed = ({ kind }: Stated): boolean => kind === "right" || kind === "done";

const isInPart = (stated: Stated): boolean => isAgreed(stated) && stated.claim.answers.some(({ why }) => why !== "");

/** So many quotations at most stand in one sentence, and so many characters: more nobody reads to the end. */
const listMax = { quotes: 6, chars: 1_500 };

/** Puts what is listed into sentences, each short enough to be read. */
export const listsOf = (stated: readonly Stated[]): Stated[][] => {
  const lists: Stated[][] = [];
  for (const one of stated) {
    const last = lists.at(-1);
    const chars = (list: readonly Stated[]): number =>
      list.reduce((sum, { entry }) => sum + (entry?.span?.excerpt.length ?? 0), 0);
    if (last && last.length < listMax.quotes && chars([...last, one]) <= listMax.chars) last.push(one);
    else lists.push([one]);
  }
  return lists;
};

/** A quotation that ends its sentence: with its own mark, or with a full stop behind it. */
const closedQuote = (words: string): string => (/[.!?…]$/u.test(words) ? `“${words}”` : `“${words}”.`);

/** Writes the sentences that answer a letter: its name is said once, and the words that lead to a quotation vary by their place. */
export class LetterAnswers {
  readonly #context: TurnContext;
  #isNamed = false;
  /** The questions that an answer stands behind already. */
  readonly #asked = new Set<string>();
  readonly #told = new Map<string, { readonly turn: number; readonly former: string }>();

  constructor(context: TurnContext) {
    this.#context = context;
  }

  /** What is said of assertions of one kind, with their words; undefined where nothing of them can be quoted. */
  sentence(stated: readonly Stated[]): string | undefined {
    const [first] = stated;
    const quotes = stated.flatMap(({ entry, isPiece: isCut }) => {
      const words = quotableWords(entry?.span?.excerpt ?? "", 2_400);
      return words === "" ? [] : [isCut ? asPiece(words) : words];
    });
    if (!first || quotes.length !== stated.length) return undefined;
    return first.kind === "disputed" ? this.#disputed(first, quotes) : this.#listed(first, first.kind, quotes);
  }

  #disputed({ entry }: Stated, quotes: readonly string[]): string {
    const lead = this.#phrase("says", saysLeads(this.#place(entry), this.#speech), quotes[0]);
    // A fact is disputed; what the writer does or holds is refused, for it is neither right nor wrong.
    const verdict = this.#speech.phrase(quotes.every(tellsNoFact) ? "clause.refused" : "clause.disputed");
    return `${lead}: ${quotes.map(closedQuote).join(" ")} ${verdict}`;
  }

  #listed({ entry }: Stated, kind: Exclude<AnswerKind, "disputed">, quotes: readonly string[]): string {
    const lead = this.#phrase(kind, listLeads(kind, this.#place(entry), this.#speech), quotes[0]);
    // A full stop inside every quotation of a list would end it over and over.
    const others = quotes.slice(0, -1).map((words) => `“${words.replace(/;$|(?<!\.\p{L})\.$/u, "")}”`);
    return `${lead}: ${[...others, closedQuote(quotes.at(-1) ?? "")].join("; ")}`;
  }

  /**
   * The question of the letter that a claim answers, or the assertion that it answers in other words, in the letter's own words, with what leads to it: an answer without it says
   * nothing to whoever reads it. Empty for any other claim, and for a further one that answers the same.
   */
  question({ answers }: SkeletonClaim): string {
    const reply = answers.find(({ answer }) => answer === AssertionAnswer.REPLIED);
    const { assertions = [], questions = [] } = this.#context.letterReading ?? {};
    const parts = [...assertions, ...questions];
    const asked = parts.find(({ partId }) => partId === reply?.assertionId);
    const quotable = quotableWords(asked?.span?.excerpt ?? "", 1_500);
    const words = asked && quotable !== "" && isPiece(asked, parts) ? asPiece(quotable) : quotable;
    if (words === "" || !reply || this.#asked.has(reply.assertionId)) return "";
    this.#asked.add(reply.assertionId);
    const sort = words.endsWith("?") ? "asks" : "says";
    const leads = sort === "asks" ? asksLeads : saysLeads;
    const lead = this.#phrase(sort, leads(this.#place(undefined), this.#speech), words);
    return `${lead}: ${closedQuote(words)} `;
  }

  /** What is asked of whoever wrote the letter about what the author does not know; empty where the memo goes to somebody else. */
  request(): string {
    return this.#isOwn ? this.#speech.phrase("clause.ask-for-papers") : "";
  }

  /** What is said of assertions that are not known and that nobody bound to the letter's words; empty as above. */
  unquoted(): string {
    return this.#isOwn ? this.#speech.phrase("clause.part-unknown", { letter: this.#called }) : "";
  }

  get #speech(): Speech {
    return speechOf(localeOf(this.#context));
  }

  get #isOwn(): boolean {
    return this.#reader?.wroteLetter ?? false;
  }

  /** What the profile calls the letter that its reader wrote, within a sentence. */
  get #called(): string {
    const called = textIn(this.#context.profile?.answers?.ownLetter ?? [], localeOf(this.#context));
    return called.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
  }

  get #reader() {
    const { intent, profile } = this.#context;
    return profile?.readers.find(({ name }) => name === intent?.audience);
  }

  /** The words of a sort whose turn it is. */
  #phrase(sort: string, leads: Leads, behind = ""): string {
    const { turn, former } = this.#told.get(sort) ?? { turn: 0, former: "" };
    const chosen = phraseAt(leads, turn, { behind, former });
    this.#told.set(sort, { turn: turn + 1, former: chosen });
    return chosen;
  }

  #place(entry: LedgerEntry | undefined): Place {
    if (this.#isOwn) return { letter: "own", called: this.#called };
    if (this.#isNamed) return { letter: "named" };
    this.#isNamed = true;
    const { intent } = this.#context;
    const evidence = entry?.evidence?.evidence;
    // The day that the entry itself bears: any other could not be cited for it.
    const day = evidence?.case === "document" ? evidence.value.occurredAtIso : "";
    // A body that judges knows the other side as a party of the memo; elsewhere the letter may be anybody's.
    const isTheirs =
      this.#reader?.kind === ReaderKind.AGENCY && intent?.parties.some(({ role }) => role === PartyRole.OPPONENT);
    const locale = localeOf(this.#context);
    return { letter: "first", day: writtenDay(day, locale), writer: isTheirs ? this.#otherSide(locale) : "" };
  }

  /** The other side as the author speaks of it. */
  #otherSide(locale: Locale): string {
    const words = this.#context.profile?.roles.find(({ role }) => role === PartyRole.OPPONENT);
    const noun = words?.nouns.find((one) => one.locale === locale);
    return noun === undefined ? "" : noun.called || [noun.article, noun.noun].filter(Boolean).join(" ");
  }
}
