import { englishDenials, englishRetractions } from "./denials.ts";
import { type Grammar, list, type Speaker, words } from "./grammar.ts";

/**
 * The irregular verbs of English that name something done, said or received: base, past, participle. A closed class (Quirk et
 * al., A Comprehensive Grammar of the English Language, 3.11–3.20). `-` marks a form that is also a noun, an adjective or a
 * present and counts only beside its subject.
 */
const irregular = `
say said said; write wrote written; tell told told; give gave given; take took taken; make made made; send sent sent; get got
got; get got gotten; come came come; go went gone; do did done; see saw seen; find found found; hold held held; keep kept
kept; leave left- left; lose lost lost; meet met met; pay paid paid; put put- put; read read- read; speak spoke spoken; stand
stood stood; think thought thought; withdraw withdrew withdrawn; withhold withheld withheld; understand understood
understood; bring brought brought; buy bought bought; begin began begun; break broke broken; build built built; choose chose
chosen; draw drew drawn; fall fell fallen; feel felt- felt; forget forgot forgotten; forbid forbade forbidden; hear heard
heard; hide hid hidden; know knew known; lay laid laid; lead led led; let let- let; set set- set; shut shut- shut; show
showed shown; sell sold sold; spend spent spent; teach taught taught; throw threw thrown; wear wore worn; win won won; become
became become; deal dealt dealt; drive drove driven; fight fought fought; freeze froze frozen; hurt hurt- hurt; run ran run;
rise rose risen; seek sought sought; shake shook shaken; steal stole stolen; strike struck struck; swear swore sworn;
undertake undertook undertaken; overtake overtook overtaken; foresee foresaw foreseen; cut cut- cut; cost cost- cost; bid
bid- bid; quit quit- quit
`;

const pairs = irregular
  .trim()
  .split(/;\s*/u)
  .map((pair) => pair.split(/\s+/u));
const pasts = new Set(pairs.map(([, past]) => past ?? "").filter((past) => !past.endsWith("-")));
const doubtful = new Set(pairs.map(([, past]) => (past ?? "").replace("-", "")));
/** The base of each irregular form. */
export const irregularBases: ReadonlyMap<string, string> = new Map(
  pairs.flatMap(([base = "", ...forms]) =>
    [base, ...forms].map((form): [string, string] => [form.replace("-", ""), base]),
  ),
);
const participles = new Set(pairs.map(([, , participle]) => participle ?? ""));

/** Participles that tell what a rule asks or what a thing is ("is required", "was based on"). */
const stative = words(`
required obliged bound entitled allowed permitted supposed based intended meant located limited prepared interested
concerned related needed justified founded laid considered deemed
`);
/** Words in -ed that are no verbs. */
const shapedLikePast = words(
  "need indeed speed feed seed deed shed bed red hundred wicked naked sacred kindred embed exceed proceed",
);

const regular = /^\p{L}{2,}ed$/u;
const sayingNow = words(`
state states say says write writes claim claims allege alleges admit admits deny denies confirm confirms acknowledge
acknowledges declare declares promise promises refuse refuses assert asserts maintain maintains argue argues
`);

/** English. */
export const english: Grammar = {
  tongue: "en",
  signs: words(`
    the and to that were has have not with for by from on you your my this which it are their would shall be been she
  `),
  // Pronouns, prepositions, conjunctions and conjuncts as Quirk et al. list them (6.1–6.62, 9.7–9.11, 14.12, 8.137).
  functionWords: words(`
    the a an and of in on to that this these those is was are were be been being it its has have had for with at by from as or
    he she they we you i my your our their his her them him us will would shall should can could may might must do does did so
    not no never nor none nothing nobody but if when while where which who whom whose what why how than then there here also
    only even still yet however therefore thus hence moreover furthermore because since although though unless until before
    after during under over between among against about into onto within without per via both either neither each every all
    any some such same other another more most less least few many much own too very just already again once later earlier now
    me mine yours ours theirs myself yourself itself himself herself themselves according above below instead rather indeed
    nevertheless nonetheless consequently accordingly meanwhile finally first yes please hereby
    someone somebody something somewhere anyone anybody anything anywhere everyone everybody everything everywhere whoever
    whatever whichever wherever whenever one's ourselves yourselves despite whereas whereby along across behind beside besides
    beyond except like near past round through throughout till toward towards upon up down out off away back together apart
    am let perhaps maybe quite almost nearly well otherwise else ever soon today yesterday tomorrow always often sometimes
    usually likewise similarly conversely firstly secondly thirdly lastly next last former latter several rather somewhat
    moreover overall namely notwithstanding albeit lest whilst amid amongst versus unlike thereby therein thereof thereafter
    thereto herein hereof hereto hereafter wherein whereof aforementioned additionally alternatively besides specifically
  `),
  determiners: words("the a an this that these those my your his her its our their no any each every some"),
  prepositions: words(`
    of in on to for with at by from as about into onto within without per via under over between among against during before
    after since until towards toward concerning regarding
  `),
  placing: words("in on"),
  // The wh-pronouns and "that" (Quirk et al. 6.32–6.35).
  relatives: words("which who whom that"),
  pronouns: new Map<string, Speaker>([
    ...list("i").map((word): [string, Speaker] => [word, "author"]),
    ["you", "addressee"],
    ...list("we he she they it who").map((word): [string, Speaker] => [word, "other"]),
  ]),
  // Objects and possessives of the personal pronouns (Quirk et al. 6.2).
  personForms: new Map<string, Speaker>([
    ...list("me my mine myself").map((word): [string, Speaker] => [word, "author"]),
    ...list("your yours yourself yourselves").map((word): [string, Speaker] => [word, "addressee"]),
  ]),
  auxiliaries: words("has have had was were been is are be being"),
  pastCopulas: words("was were"),
  modals: words(`
    must may might can could shall should will would ought cannot can't couldn't shouldn't won't wouldn't mustn't need
  `),
  plans: words(`
    advise advises recommend recommends expect expects hope hopes intend intends aim aims plan plans wish wishes want wants try
    tries promise promises
  `),
  subordinators: words(`
    that because while when after before although though since unless until where which who whom whose whether if why so what
  `),
  // Fused relatives (Huddleston and Pullum, The Cambridge Grammar of the English Language, 12.6).
  freeRelatives: words("what whoever whatever"),
  depriving: words("without"),
  conditionals: words("if unless whether should provided suppose"),
  negations: words(`
    not no never none nothing nobody nowhere nor neither without cannot didn't doesn't don't wasn't weren't isn't aren't hasn't
    haven't hadn't won't wouldn't
  `),
  denials: englishDenials,
  retractions: englishRetractions,
  agreements: list("admit acknowledg concede conced agree confirm rightly correctly indeed undisputed justif excus"),
  agreementPhrases:
    /(?<!\p{L})(?:(?:is|are|was|were)\s+(?:quite\s+)?(?:\p{L}+\s+and\s+)?(?:right|correct|true|understandable|justified|excusable|well[\s-]founded)|(?:right|correct|true|understandable|justified)\s+is|it\s+is\s+(?:established|common\s+ground|true)|i\s+(?:accept|share)|i\s+must\s+admit)(?!\p{L})/iu,
  attributions: /(?<!\p{L})(?:according\s+to|in\s+the\s+(?:view|words|opinion)\s+of)\s+$/iu,
  views: list("think thought believ consider deem suppos"),
  authorship: list("write wrote written mail emailed e-mailed sent send"),
  receiving: list("receiv got heard learn"),
  mutual: list("agree discuss met spoke talk contract conclud"),
  illocutions: [
    list(
      "confirm claim alleg admit acknowledg deny denie found observ consider conclud held rul argu assert maintain insist warn dispute contest contend complain",
    ),
    list("ask request advis recommend suggest propos demand remind"),
    list("promis offer undert assur agree accept"),
    list("made sign drew drawn issu serv dated execut terminat cancel prepar"),
    list("refus reject"),
  ],
  // Verbs of communication and of making a paper: VerbNet 37.1–37.13, 11.1 and 26.7, as the Dutch list has them.
  speech: list(`
    say said state write wrote written tell told promis confirm announc declar report claim alleg admit acknowledg deny denie
    sent send ask request answer repl advis offer notif inform warn refus reject accept assur undert agree
    threaten found note observ expect consider thought explain told emailed e-mailed mailed spoke conclud held rul
    call phon telephon text respond remind recommend suggest propos demand complain object protest apologi argu assert maintain
    insist stress mention describ indicat stipulat specif estimat gave given made sign drew drawn prepar issu serv dated record
    submit execut conclude terminat cancel disput contest contend
  `),
  isParticiple: (word, previous) => {
    if (stative.has(word) || shapedLikePast.has(word) || english.determiners.has(previous)) return false;
    return regular.test(word) || participles.has(word);
  },
  isPast: (word) => pasts.has(word),
  mayBePast: (word) => doubtful.has(word) || (regular.test(word) && !shapedLikePast.has(word)),
  saysNow: (word) => sayingNow.has(word),
  brings: words("reads provides follows appears remains shows concerns applies stands"),
  requests:
    /(?<!\p{L})(?:(?:i|we)\s+(?:hereby\s+|therefore\s+|kindly\s+|also\s+)*(?:ask|request|demand|summon|urge|invite|require|expect|claim)|you\s+are\s+to|please)(?!\p{L})/iu,
  selfReference:
    /(?<!\p{L})(?:above|below|in\s+this\s+(?:letter|memo|document|reply)|as\s+(?:stated|set\s+out)\s+above)(?!\p{L})/iu,
  terms: /(?<!\p{L})(?:within|by|before|no\s+later\s+than|at\s+the\s+latest|until|on\s+or\s+before)(?!\p{L})/iu,
  consequence: /^then(?!\p{L})/iu,
  periodTerms: /(?<!\p{L})(?:within|by|no\s+later\s+than|at\s+the\s+latest)(?!\p{L})/iu,
};
