import { dutchDenials, dutchRetractions } from "./denials.ts";
import { type Grammar, list, type Speaker, words } from "./grammar.ts";
import { strongForms } from "./strong-verbs-nl.ts";

/** What can stand in front of a verb in one word with it (`toe-zeggen`, `mee-delen`), longest first. */
const particles = list(`
terecht tegemoet samen tegen terug onder achter binnen buiten kenbaar bekend vooruit voort voorbij voor
rond over open plaats neer mede mee goed door deel bij aan af in na om op toe uit vast weg weer los vol ziek
`);
const particle = `(?:${particles.join("|")})`;

/** The ways to read a word as a particle and the verb behind it: `nabetaald` as `na` and `betaald`; most words have none. */
export const particlesOf = (word: string): (readonly [particle: string, verb: string])[] =>
  particles
    .filter((one) => word.startsWith(one))
    .map((one) => [one, word.slice(one.length).replace(/^(?:ge|te)(?=\p{L}{3})/u, "")] as const)
    .filter(([, verb]) => verb.length > 3);
const inseparable = "(?:be|ver|ont|her|er|mis|over|onder|door|om|weer|voor|vol|aanvaar|aan)";

/** `toegezegd`, `gemeld`, `aangepast`: with ge-, which no other class of words takes in front of -d or -t but a few nouns. */
const weakWithGe = new RegExp(`^(?:${particle}|${inseparable})?ge\\p{L}{2,}[dt]$`, "u");
/** `bevestigd`, `verklaard`, `ontmoet`: without ge-, behind a prefix that takes none. */
const weakWithoutGe = new RegExp(`^(?:${particle})?(?:be|ver|ont|her|er|mis|over|onder)\\p{L}{2,}[dt]$`, "u");
/** `geïnformeerd` has ge-; `overeengekomen` two particles. */
const strongParticiple = new RegExp(
  `^(?:overeen|${particle})?(?:ge|be|ver|ont|her|er|mis|over|onder|door|om|weer|voor|vol)?(\\p{L}+)$`,
  "u",
);

/** Nouns, adjectives and prepositions that have the shape of a participle. */
const shapedLikeParticiple = words(`
gebied geduld geluid geweld geld geldt gezond gebrek gerecht gewicht gezicht geding gevecht gemeend geschikt bericht
beleid bestand bewust bekend bevoegd bereid belast bezit besluit bevind beeld beroep betekent bedraagt begint bestaat
behoort betreft bevat berust behoudt betwist bezwaart verband verstand verzet vervoert verdriet vermoed verdient
verschilt verplicht vereist verantwoordelijkheid onderhoud ondernemingsraad overheid overzicht onderscheid ervaart
mist ontbreekt onderdeelt gehecht beducht verkeert verzoekt verwacht blijkt opzicht gevolgd vervolgens goed doet
`);
/**
 * Participles that tell what the law or a text asks or holds, or what a thing is, rather than that somebody did something:
 * deontic ("is verplicht") and resultative ones of texts ("is geregeld in").
 */
const stative = words(`
verplicht gehouden gerechtigd gebonden vereist toegestaan bedoeld geregeld vastgelegd gerechtvaardigd gegrond gebaseerd
verschuldigd gelegen gevestigd bekend bevoegd bereid bestemd gebleken bepaald neergelegd opgenomen verbonden geoorloofd
geboden gericht beperkt gewenst geschikt gezond gesteld voorgeschreven bestand verwant verantwoord betrokken geschonden
`);

const auxiliaries = words(`
heb hebt heeft hebben had hadden is ben bent zijn was waren werd werden wordt worden word
`);
const weakPast = /^\p{L}{2,}(?:d|t)en?$/u;

/** Present forms of verbs of saying, with a subject that is not the author. */
const sayingNow = words(`
acht vindt meent antwoordt dreigt merkt kondigt wijst constateert overweegt betoogt bestrijdt eist
  schrijft schrijf stelt zegt meldt erkent ontkent beweert bevestigt verklaart belooft weigert verwijt benadrukt
concludeert adviseert oordeelt stellen schrijven zeggen erkennen ontkennen beweren bevestigen verklaren toezegt
`);

/**
 * `bepaalt` and `bevestigt` are present forms: a participle ends in -t only behind a voiceless consonant ('t kofschip), and
 * in -d otherwise.
 */
const isPresent = (word: string): boolean => /(?<!ch|[kfspt])t$/u.test(word);

/** Dutch. */
export const dutch: Grammar = {
  tongue: "nl",
  signs: words(`
    de het een en van dat die niet op te zijn met voor aan er ik u heeft hebben door om ook wordt naar uit bij dit geen
    mijn uw werd deze nog maar als wij schreef staat
  `),
  functionWords: words(`
    de het een en van in op te dat die dit deze is was zijn waren wordt worden werd werden heeft hebben had hadden voor met
    aan bij door om tot als of uit naar over ook er maar nog dan zo al ik je jij u hij zij ze we wij jullie hun hen hem haar
    mijn uw ons onze zich wat wie waar hoe kan kunnen kon zal zullen zou zouden moet mag daar hier dus want omdat indien
    niet geen nooit enkele enkelen sommige sommigen wel toch echter daarom daarmee daarna daarvoor daarop daaraan daarvan daarbij daartoe hierbij hiermee
    hierna hierop hieruit daaruit hiervoor waarin waarop waarmee waarvan waarbij waaruit welke welk zelf zelfs slechts
    alleen verder bovendien voorts tevens vervolgens inmiddels immers namelijk aldus zoals sinds tegen tussen tijdens
    zonder volgens wegens namens jegens omtrent onder boven binnen buiten na per via zowel noch ofwel hoewel terwijl toen
    nadat voordat totdat zodat doordat tenzij mits zodra ten ter men mij me jou jouw hem haar alle alles allen elk elke
    ieder iedere enkel enige sommige veel vele meer meest minder weinig beide ander andere zulk zulke evenmin nimmer steeds
    altijd soms vaak weer reeds pas eerst eerder later nu thans straks hierdoor daardoor daarentegen desondanks niettemin
    kortom ten aanzien derhalve overigens weliswaar juist uiteraard helaas graag heel zeer erg te ja nee
    heb hebt ben bent word wil willen wilt moeten mogen kunt hoeft dient dienen behoort laat mocht moest wilde kon konden
    eind begin medio primair subsidiair gaarne waarom ingevolge blijkens krachtens dezelfde hetzelfde zulks
    ding iets niets iemand niemand daarover hierover waarover hiervan hieraan eveneens bijgaand namelijk ondanks vanaf
  `),
  determiners: words(
    "de het een deze die dit dat mijn uw jouw zijn haar ons onze hun geen elke iedere welke ieder elk 's alle",
  ),
  prepositions: words(`
    aan van door met voor bij namens tegen naar over in op uit jegens onder tot tussen zonder volgens wegens per na sinds
    omtrent richting via vanuit tegenover binnen tijdens om ten ter
  `),
  placing: words("in op"),
  // The relative pronouns (ANS 5.8) and the pronominal adverbs with "waar" (ANS 8.7).
  relatives: words(
    "die dat welke waar waaraan waarbij waardoor waarin waarmee waarna waarnaar waarom waaronder waarop waarover waartegen waartoe waaruit waarvan waarvoor",
  ),
  pronouns: new Map<string, Speaker>([
    ...list("ik").map((word): [string, Speaker] => [word, "author"]),
    ...list("u jij je jullie").map((word): [string, Speaker] => [word, "addressee"]),
    ...list("wij we hij zij ze men laatstgenoemde").map((word): [string, Speaker] => [word, "other"]),
  ]),
  // Objects and possessives of the personal pronouns (ANS 5.2 and 5.5).
  personForms: new Map<string, Speaker>([
    ...list("mij me mijn mijne mezelf mijzelf").map((word): [string, Speaker] => [word, "author"]),
    ...list("uw uwe jou jouw uzelf jezelf").map((word): [string, Speaker] => [word, "addressee"]),
  ]),
  auxiliaries,
  pastCopulas: words("was waren"),
  modals: words(`
    moet moeten moest moesten kan kunnen kunt kon konden mag mogen mocht mochten zal zult zullen zou zouden wil wilt willen
    wilde wilden dient dienen diende behoort behoren behoorde hoeft hoeven hoefde verzoek verzoeken vraag sommeer
  `),
  plans: words(`
    adviseer adviseert adviseren verwacht verwachten hoop hoopt hopen beoog beoogt overweeg overweegt wens wenst wensen raad raadt
    streef streeft probeer probeert beloof belooft
  `),
  subordinators: words(`
    dat omdat terwijl toen nadat voordat hoewel zodat doordat aangezien waarin waarop waarmee waarvan waarbij waaruit
    waardoor waarover waaraan waarna die wat wie waarom wanneer indien als tenzij mits of totdat zodra zolang ofschoon
    alsof opdat naarmate ingeval
  `),
  // With their antecedent within them (ANS 5.8.6).
  freeRelatives: words("wat wie"),
  depriving: words("zonder"),
  conditionals: words("indien tenzij mits wanneer mocht als of ongeacht stel"),
  negations: words("niet geen nooit nimmer niets niemand nergens noch evenmin geenszins zonder nee allerminst"),
  denials: dutchDenials,
  retractions: dutchRetractions,
  agreements: list(
    "erken bevestig instem ingestem akkoord terecht inderdaad toegegeven toegeef beaam =eens onbetwist =klopt rechtvaardig billijk verontschuldig",
  ),
  // A predicate of approval on either side of its copula, the phrases of conceding, and the adverbials that mean `terecht`.
  agreementPhrases:
    /(?<!\p{L})(?:vast\s+staat|staat\s+vast|stel\s+ik\s+vast|ben\s+ik\s+van\s+mening|(?:heeft|hebben|hebt|krijgt)\s+(?:u\s+)?gelijk|(?:is|zijn|was|waren)\s+(?:\p{L}+\s+en\s+)?(?:juist|correct|waar|gegrond|begrijpelijk|gerechtvaardigd|verschoonbaar|verdedigbaar)|(?:juist|correct|waar|gegrond|begrijpelijk|gerechtvaardigd|verschoonbaar)\s+is|moet\s+ik\s+toegeven|met\s+(?:recht(?!\s+op\s+(?!dat(?!\p{L}))\p{L})|juistheid|reden)|op\s+goede\s+gronden)(?!\p{L})/iu,
  attributions: /(?<!\p{L})(?:volgens|aldus|blijkens|naar\s+(?:het\s+)?(?:oordeel|mening|zeggen)\s+van)\s+$/iu,
  views: list("vind vond =acht =achtte =achten denk dacht meen meende geloof geloofde"),
  authorship: list(
    "schrijf schreef schreven geschreven mail gemaild stuur stuurde gestuurd verzond verzonden zond zend gezonden",
  ),
  // Verbs of getting and of learning by words (VerbNet 13.5.2 and 14).
  receiving: list("ontving ontvangen ontvangt kreeg gekregen kregen vernam vernomen vernamen hoorde gehoord"),
  // Verbs with a reciprocal subject (ANS 5.3.2; VerbNet 36.1 and 36.4).
  mutual: list(
    "afgesproken spraken sprak gesproken spreken besproken bespraken overeengekomen aangegaan =sloten gesloten",
  ),
  illocutions: [
    list(
      "bevestig erken ontken betwist beweer constateer geconstateerd oordeel geoordeeld concludeer betoog overweeg overwoog overwogen vond meende waarschuw gewaarschuwd stel gesteld",
    ),
    list("vraag vroeg gevraagd verzoek verzocht adviseer geadviseerd eiste geeist sommeer"),
    list("beloof beloofd toezeg toegezegd zegde bood aangeboden"),
    list("opgesteld ondertekend getekend uitgebracht opgemaakt vastgesteld afgegeven gedateerd opgezegd"),
    list("weiger geweigerd"),
  ],
  speech: list(`
    schrijf schreef schreven geschreven zeg zei gezegd vertel verteld toegelicht uitgelegd opgemerkt aangevoerd voorgesteld toezeg toegezegd zegde meld gemeld deel meegedeeld medegedeeld
    bericht bevestig beloof beloofd verklaar laten erken ontken betwist stel gesteld stuur stuurde gestuurd verstuur verzond
    verzonden zond gevraagd vroeg vraag verzocht antwoord geantwoord adviseer geadviseerd oordeel geoordeeld noem genoemd
    noteer genoteerd aangekondigd kondig waarschuw gewaarschuwd mail gemaild sprak gesproken bood aangeboden beweer
    opgesteld ondertekend getekend uitgebracht opgemaakt vastgesteld afgegeven afgesproken spraken overeengekomen aangegaan
    gedateerd verwacht constateer geconstateerd gaf gegeven liet meen meende vond oordeelde geinformeerd informeer opgezegd eiste geeist weiger geweigerd concludeer benadruk overweeg overwoog overwogen betoog bestrijd bestreed bestreden verwijt verweten schriftelijk
  `),
  isParticiple: (word, previous) => {
    if (stative.has(word) || shapedLikeParticiple.has(word) || previous === "te") return false;
    if (dutch.determiners.has(previous)) return false;
    if ((weakWithGe.test(word) || weakWithoutGe.test(word)) && !isPresent(word)) return true;
    const strong = strongParticiple.exec(word)?.[1] ?? "";
    return strong !== word && word.endsWith("en") && strongForms.participles.has(strong)
      ? true
      : /^(?:\p{L}{2,6})?ge(?:daan|zien|gaan|staan)$/u.test(word) ||
          /^(?:be|ver|ont|voor|toe|over)\p{L}{0,4}(?:daan|gaan|staan)$/u.test(word);
  },
  isPast: (word) => strongForms.pasts.has(afterPrefix(word)) || strongForms.pasts.has(word),
  mayBePast: (word) =>
    strongForms.doubtful.has(word) ||
    strongForms.doubtful.has(afterPrefix(word)) ||
    (weakPast.test(word) && word.length > 4),
  saysNow: (word) => sayingNow.has(word) || sayingNow.has(afterParticle(word)),
  brings: words(
    "staat staan luidt bepaalt vermeldt volgt blijkt houdt zegt geldt betreft gaat komt ligt blijft vraagt",
  ),
  // To ask, to expect, to demand, to claim; and the duty that whoever is addressed is told (ANS 18.5.4.1: `dienen` is `moeten`).
  requests:
    /(?<!\p{L})(?:(?:ik|wij|we)\s+(?:\p{L}+\s+)?(?:verzoek\p{L}*|vraag|vragen|sommeer|sommeren|verwacht|verwachten|eis|eisen|verlang|verlangen|vorder|vorderen|stel|stellen)|(?:verzoek(?:en)?|vra(?:ag|gen)|somme(?:er|ren)|eis(?:en)?|verlang(?:en)?|vorder(?:en)?)\s+(?:ik|wij|we)|(?:maak|maken)\s+(?:ik|wij|we)\s+aanspraak|(?:ik|wij|we)\s+(?:maak|maken)\s+aanspraak|dient\s+u|u\s+dient|verneem\s+ik|graag\s+(?:ontvang|verneem|zie|hoor))(?!\p{L})/iu,
  selfReference:
    /(?<!\p{L})(?:hierboven|hiervoor|hierna|hieronder|in\s+(?:dit|deze)\s+(?:stuk|brief|memo|verzoek|reactie)|zoals\s+gezegd)(?!\p{L})/iu,
  terms:
    /(?<!\p{L})(?:binnen|uiterlijk|vóór|voor|tot(?:\s+en\s+met|\s+uiterlijk)?|per\s+omgaande|termijn\s+van)(?!\p{L})/iu,
  consequence: /^dan(?!\p{L})/iu,
  periodTerms:
    /(?<!\p{L})(?:binnen|uiterlijk|vóór|tot(?:\s+en\s+met|\s+uiterlijk)?|per\s+omgaande|termijn\s+van)(?!\p{L})/iu,
};

/** `opmerkt` in a clause that hangs on another is `merkt … op`. */
const separable = new RegExp(`^${particle}(\\p{L}{3,})$`, "u");
const afterParticle = (word: string): string => separable.exec(word)?.[1] ?? word;

const prefix = new RegExp(`^(?:${particle}|${inseparable})(\\p{L}{3,})$`, "u");
const afterPrefix = (word: string): string => prefix.exec(word)?.[1] ?? word;
