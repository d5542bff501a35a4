import { complementizers } from "#kit/complementizers.ts";
import { deniesAnything, negates } from "#kit/denial.ts";
import type { EvidenceCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { EvidenceSlot } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { IntentSeed } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import { OtherSide, type Party, PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { AssertionAnswer } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { type Actor, actsOf, behind, statesNothing, subjectIn } from "../../grounding/acts.ts";
import { type Clause, clausesOf } from "../../grounding/clauses.ts";
import { Cast } from "../../grounding/parties.ts";
import {
  dutch,
  fold,
  type Grammar,
  grammarsFor,
  hasStem,
  readTokens,
  type Token,
  wordsIn,
} from "../../grounding/reading.ts";
import { saysWhole } from "../../grounding/said-whole.ts";
import { signersIn } from "../../grounding/signers.ts";
import { mayBeCalled, partyOf, personIn } from "../../grounding/speaker.ts";
import { isNamedIn } from "../../grounding/support.ts";
import { isThirdPerson } from "../../grounding/told.ts";
import type { Material } from "../kernel.ts";
import type { Sight } from "./look.ts";
import { type Bound, ownDay, speaksOfPaper } from "./source.ts";
import { asksForView } from "./template.ts";

/**
 * The other side speaks for a claim in a slot that does not ask for its words: what it says is never evidence for one's own
 * claim before a person has seen whose words they are. What a slot takes is data of its template. `speaker`: as the source
 * writes them; empty: not known, and then the paper itself may be known to be theirs.
 */
export const otherSideSights = (bound: Bound, speaker: string, words: string, material: Material): Sight[] => {
  const { slot, claimText, candidate } = bound;
  if (slot.speakerRoles.length > 0 || !isTheirs(speaker, candidate, material)) return [];
  const isTaken =
    !isDeniedHere(bound, words, material) &&
    (takes(slot, candidate, claimText, material) || admits(bound, words, material.intent));
  return isTaken ? [] : [{ code: LookCode.OTHER_SIDE_SPEAKS, rest: [speaker] }];
};

/** Who made a paper, as the source writes them: the sender of a mail, the author that a file names. Empty: nobody knows. */
export const makerOf = (candidate: EvidenceCandidate | undefined): string => candidate?.participants[0] ?? "";

/** The letter that is answered is the other side's, whatever it says of its author: a person said so. */
const isTheirs = (speaker: string, candidate: EvidenceCandidate | undefined, material: Material): boolean => {
  const parties = (material.intent?.parties ?? []).filter(isOfOtherSide);
  if (speaker !== "") return parties.some((party) => mayBe(speaker, party));
  return isAnswered(candidate, material);
};

const isAnswered = (candidate: EvidenceCandidate | undefined, { answeredText }: Material): boolean =>
  answeredText !== undefined && candidate?.evidenceId === `vault:${answeredText.docUid}`;

/** Whether a claim rests on the very words of the letter that it is set against. */
const isDeniedHere = (
  { binding, candidate, slot }: Bound,
  words: string,
  { answeredText, letterReading, skeleton, profile }: Material,
): boolean => {
  if (words === "" || candidate?.evidenceId !== `vault:${answeredText?.docUid}` || asksForView(slot, profile))
    return false;
  const claim = (skeleton?.sections ?? [])
    .flatMap(({ claims }) => claims)
    .find(({ claimId }) => claimId === binding.claimId);
  return (claim?.answers ?? []).some(
    ({ assertionId, answer }) =>
      answer === AssertionAnswer.WRONG &&
      letterReading?.assertions.some(
        ({ partId, span }) => partId === assertionId && span !== undefined && span.excerpt.includes(words.trim()),
      ),
  );
};

/** Whether a party stands on the other side, or speaks for it. */
export const isOfOtherSide = ({ role, represents }: Party): boolean =>
  role === PartyRole.OPPONENT || (role === PartyRole.REPRESENTATIVE && represents !== PartyRole.AUTHOR);

/** By address, or by a whole name, also from an address that nobody gave: here a doubt is a look. */
const mayBe = (speaker: string, party: Party): boolean =>
  partyOf(speaker, [party]) !== undefined ||
  mayBeCalled(speaker, party) ||
  partyOf(personIn(speaker).name, [{ ...party, addresses: [] }]) !== undefined;

const takes = (
  { otherSide }: EvidenceSlot,
  candidate: EvidenceCandidate | undefined,
  claimText: string,
  material: Material,
): boolean =>
  otherSide === OtherSide.WORDS ||
  (otherSide === OtherSide.PAPERS && isNoMessage(candidate)) ||
  (otherSide !== OtherSide.UNSPECIFIED &&
    ((isNoMessage(candidate) && !isAnswered(candidate, material)) ||
      asksOnly(claimText) ||
      namesAssertion(claimText) ||
      tellsReceipt(claimText, material) ||
      tellsTheirAct(claimText, candidate, material) ||
      isDisputed(claimText) ||
      isHearsay(claimText) ||
      speaksOfPaper(claimText, ownDay(candidate))));

/**
 * They say themselves, word for word, what the claim says: whether of the right person, a claim read as a sentence shows on the
 * quote. In a claim that answers a letter nothing is admitted by the letter's own words.
 */
const admits = ({ slot, claimText, letterDays }: Bound, words: string, intent: IntentSeed | undefined): boolean =>
  slot.otherSide !== OtherSide.UNSPECIFIED &&
  letterDays.length === 0 &&
  saysWhole(words, claimText, new Set(new Cast(intent?.parties ?? [], intent?.audience ?? "").words));

const messages: ReadonlySet<string> = new Set(["email", "event"]);
const isNoMessage = (candidate: EvidenceCandidate | undefined): boolean =>
  candidate !== undefined && !messages.has(candidate.docType);

/**
 * Whether a claim tells that the other side, or who wrote the paper for it, did or said something, and nobody else. What it was said to have denied may be
 * denied; what it is said to have done or left undone may not.
 */
const tellsTheirAct = (
  claimText: string,
  candidate: EvidenceCandidate | undefined,
  { intent, profile }: Material,
): boolean => {
  // Whoever wrote or signed the words speaks for the other side here, also under a name that no party has.
  const speakers = [makerOf(candidate), ...signersIn(candidate?.participants ?? [])].map(fold);
  const isSpeakers = (actor: Actor): boolean =>
    actor.by === "name" && speakers.some((one) => isNamedIn(actor.names, one));
  const parties = intent?.parties ?? [];
  const grammars = grammarsFor(claimText, "");
  const read = readTokens(claimText, { grammars, known: new Set(), struck: [] });
  const tokens = [...read, ...namesOf(parties, claimText, read)];
  const cast = new Cast(parties, intent?.audience ?? "", profile);
  return grammars.some((grammar) => {
    const clauses = clausesOf(claimText, grammar);
    const acts = actsOf(clauses, grammar, tokens);
    const sayings = [
      // "Volgens u heeft niemand gezegd …" is told by whom it is attributed to, whoever speaks in it.
      ...clauses.flatMap((clause) => attributedTo(clause, grammar)),
      ...acts.filter(({ isSpeech }) => isSpeech),
      ...clauses.filter(isOwnAccount),
      // Whatever verb governs it ("geeft ruiterlijk toe dat …"), what follows is theirs as they have it.
      ...clauses.filter((_, at) => complementizers.has(clauses[at + 1]?.opener ?? "")),
    ]
      .map((one) => ("clause" in one ? one : { clause: one, actor: subjectIn(one, grammar, tokens) }))
      .toSorted((a, b) => a.clause.start - b.clause.start);
    const saying = sayings.find(({ actor }) => actor !== undefined);
    const acting = acts.length > 0 ? acts : doingIn(clauses, grammar, tokens);
    const told = saying ? [saying] : acting.filter(({ actor }) => actor !== undefined);
    const isDenied = saying
      ? !isOwnAccount(saying.clause) &&
        !isAttribution(saying.actor, saying.clause, tokens, grammar) &&
        deniesSaying(saying.clause, clauses, grammar)
      : deniesAnything(claimText) && !clauses.some((clause) => isStance(clause, grammar));
    return (
      !isDenied &&
      told.length > 0 &&
      told.every(({ actor }) => actor && (isTheirOwn(actor, cast, parties) || isSpeakers(actor)))
    );
  });
};

/** A claim that only asks says nothing that words could prove. */
const asksOnly = (claimText: string): boolean =>
  grammarsFor(claimText, "").some((grammar) => {
    const clauses = clausesOf(claimText, grammar);
    return clauses.length > 0 && clauses.every(({ isQuestion }) => isQuestion);
  });

/**
 * "De stelling dat …": the noun of a verb of telling that something is so, in front of what is told. It stands there as an
 * assertion, and unless the author calls it their own, as that of the other side. In Dutch such a noun in `-ing` is no neuter, so
 * that `dat` behind it is never a relative; English has no such sign.
 */
const namesAssertion = (claimText: string): boolean =>
  clausesOf(claimText, dutch).some(({ opener, start }) => {
    const words = opener === "dat" ? wordsIn(claimText.slice(0, start)) : [];
    const at = words.findLastIndex(({ folded }) => dutch.determiners.has(folded));
    const isNear = at >= 0 && at < words.length - 1 && words.length - at <= 3;
    return isNear && !/^(?:mijn|ons|onze)$/u.test(words[at]?.folded ?? "") && isOfTelling(words.at(-1)?.folded ?? "");
  });

/** A long vowel is written once in front of `-ing`: `stelling`, `bewering` of `beweren`. */
const isOfTelling = (noun: string): boolean => {
  const stem = /^(.{3,})ing$/u.exec(noun)?.[1];
  const [telling = []] = dutch.illocutions;
  return (
    stem !== undefined && [stem, stem.replace(/([aeo])([^aeiou])$/u, "$1$1$2")].some((one) => hasStem(one, telling))
  );
};

/** "Ik heb het loon ontvangen": what the author got from the other side was handed over by them, as their words tell. */
const tellsReceipt = (claimText: string, { intent, profile }: Material): boolean => {
  const parties = intent?.parties ?? [];
  const cast = new Cast(parties, intent?.audience ?? "", profile);
  return grammarsFor(claimText, "").some((grammar) => {
    const clauses = clausesOf(claimText, grammar);
    const tokens = readTokens(claimText, { grammars: [grammar], known: new Set(), struck: [] });
    const acts = actsOf(clauses, grammar, tokens);
    return (
      acts.length > 0 &&
      !deniesAnything(claimText) &&
      acts.every(({ actor, clause, verb }) => {
        const giver = behind(clause, /^(?:van|from)$/u, grammar, tokens);
        const isMine = actor !== undefined && cast.sideOfActor(actor) === PartyRole.AUTHOR;
        return (
          isMine && hasStem(verb.folded, grammar.receiving) && (giver === undefined || isTheirOwn(giver, cast, parties))
        );
      })
    );
  });
};

/** "Naar eigen zeggen": the clause is told as its subject has it. */
const isOwnAccount = ({ text }: Clause): boolean => ownAccount.test(text);
const ownAccount =
  /(?<!\p{L})(?:naar\s+(?:(?:zijn|haar|hun)\s+)?(?:eigen\s+)?(?:zeggen|oordeel|mening)(?!\s+van)|(?:by|on)\s+(?:his|her|their|its)\s+own\s+account|in\s+(?:his|her|their|its)\s+own\s+words)(?!\p{L})/iu;

/** Who does something now, in clauses that tell of nothing past: `de werkgever vermindert …`; what somebody is, has or must, is no doing. */
const doingIn = (clauses: readonly Clause[], grammar: Grammar, tokens: readonly Token[]) =>
  clauses
    .filter((clause, at) => !statesNothing(clause, clauses[at - 1], grammar))
    .filter(
      (clause) => isStance(clause, grammar) || !clause.words.some(({ folded }) => grammar.auxiliaries.has(folded)),
    )
    .map((clause) => ({ clause, actor: subjectIn(clause, grammar, tokens) }));

/** `volgens hem`, `volgens u`: told by somebody whom a pronoun names. */
const attributedTo = (clause: Clause, grammar: Grammar) =>
  clause.words.flatMap((at) => {
    const means = objects.test(at.folded) ? "other" : grammar.pronouns.get(at.folded);
    const isTold =
      means !== undefined &&
      means !== "author" &&
      grammar.attributions.test(clause.text.slice(0, at.start - clause.start));
    return isTold ? [{ clause, actor: { by: "pronoun", means, at } satisfies Actor }] : [];
  });
const objects = /^(?:hem|haar|hen|hun|him|her|them)$/u;

/**
 * A denial in front of a view is one of what is held ("vindt … niet nodig"; Horn's neg-raising verbs), and whoever does not agree
 * or concede takes a stand by that.
 */
const isStance = ({ words }: Clause, grammar: Grammar): boolean =>
  words.some(({ folded }) => hasStem(folded, grammar.views) || hasStem(folded, grammar.agreements));

/** "De werkgever ontkent dat …" tells what it says; to refuse something, or to have said nothing, does not. */
const deniesSaying = (clause: Clause, clauses: readonly Clause[], grammar: Grammar): boolean => {
  if (isStance(clause, grammar)) return false;
  const next = clauses[clauses.findIndex(({ start }) => start === clause.start) + 1];
  return complementizers.has(next?.opener ?? "") ? negates(clause.text) : deniesAnything(clause.text);
};

/** "Volgens de werkgever is er geen recht": the negation is one of what is said, and not of saying it. */
const isAttribution = (
  actor: Actor | undefined,
  { text, start }: Clause,
  tokens: readonly Token[],
  grammar: Grammar,
): boolean =>
  (actor?.by === "pronoun" && grammar.attributions.test(text.slice(0, actor.at.start - start))) ||
  tokens.some(
    (token) =>
      token.start === actor?.at.start &&
      /(?<!\p{L})(?:volgens|aldus|according\s+to)\s+(?:(?:de|het|the|mevrouw|ms|mr)\s+|(?:de|the)\s+heer\s+)*$/iu.test(
        text.slice(0, token.start - start),
      ),
  );

/** "… betwist ik": what the author disputes now is what the other side says, and its words are what is disputed. */
const isDisputed = (claimText: string): boolean =>
  grammarsFor(claimText, "").some((grammar) => {
    const said = wordsIn(claimText).map(({ folded }) => folded);
    const isAuthor = (at: number): boolean => grammar.pronouns.get(said[at] ?? "") === "author";
    const isFree = (at: number): boolean => !grammar.negations.has(said[at] ?? "");
    return said.some(
      (word, at) =>
        grammar.denials.some((stem) => word.startsWith(stem)) &&
        !grammar.isPast(word) &&
        (isAuthor(at + 1) || (isAuthor(at - 1) && !grammar.auxiliaries.has(said[at - 2] ?? ""))) &&
        isFree(at + 1) &&
        isFree(at + 2),
    );
  });

/**
 * "Ik zou zonder bericht zijn weggebleven": with a perfect, Dutch tells by `zou` what others say was so (ANS 18.5.4.4), unless a
 * condition stands beside it. Without one it tells of a plan or a promise, and whose that is must be seen.
 */
const isHearsay = (claimText: string): boolean => {
  const clauses = clausesOf(claimText, dutch);
  const isOpen = clauses.some(({ isQuestion, opener }) => isQuestion || dutch.conditionals.has(opener));
  return !isOpen && clauses.some(reportsPast);
};

const reportsPast = ({ words, opener }: Clause): boolean =>
  opener === "" &&
  words.some(({ folded }) => /^zou(?:den)?$/u.test(folded)) &&
  words.some(({ folded }) => /^(?:hebben|zijn)$/u.test(folded)) &&
  // "Zijn" is the auxiliary here, and no possessive.
  words.some(({ folded }) => dutch.isParticiple(folded, ""));

/**
 * Whether somebody stands on the other side: a party of it, an organ of their firm (Boek 2 BW) that is no party's, or one of
 * whom the author speaks in the third person where the words are theirs.
 */
const isTheirOwn = (actor: Actor, cast: Cast, parties: readonly Party[]): boolean => {
  const side = cast.sideOfActor(actor);
  if (side !== undefined) return side === PartyRole.OPPONENT;
  if (actor.by === "pronoun") return isThirdPerson.test(actor.at.folded) || objects.test(actor.at.folded);
  return (
    actor.by === "role" &&
    organs.has(actor.noun) &&
    parties.some((party) => party.role === PartyRole.OPPONENT && cast.isFirm(party))
  );
};
const organs: ReadonlySet<string> = new Set(
  "directie directeur directrice bestuur bestuurder board director".split(" "),
);

/** Names of parties that the reader of tokens takes for no name, such as a firm's first word at the head of a sentence. */
const namesOf = (parties: readonly Party[], text: string, read: readonly Token[]): Token[] =>
  parties
    .flatMap(({ names }) => names)
    .flatMap((name): Token[] => {
      // At the head of a sentence "de bakkerij" begins with a capital.
      const start = Math.max(text.indexOf(name), text.indexOf(name.charAt(0).toUpperCase() + name.slice(1)));
      const end = start + name.length;
      const isFree = start >= 0 && !read.some((token) => token.start < end && start < token.end);
      return isFree && !/\p{L}/u.test(`${text[start - 1] ?? ""}${text[end] ?? ""}`)
        ? [{ kind: "name", names: wordsIn(name).map(({ folded }) => folded), start, end, text: name }]
        : [];
    });
