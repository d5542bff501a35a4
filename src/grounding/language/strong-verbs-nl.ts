/**
 * The strong and irregular verbs of Dutch that name something done, said or received: infinitive, preterite
 * singular and plural, participle without its prefix. A closed class (Algemene Nederlandse Spraakkunst 2.3.2.4); verbs of being and
 * lying (`stond`, `lag`, `bestond`, `gold`) are left out, since they tell a state. A form that is also a common noun or
 * adjective stands behind a `-` and counts only beside its subject.
 */
const rows = `
schrijven schreef schreven schreven
blijven bleef bleven bleven
drijven dreef dreven dreven
wijzen wees wezen wezen
krijgen kreeg kregen kregen
zwijgen zweeg zwegen zwegen
stijgen steeg stegen stegen
grijpen greep grepen grepen
blijken bleek- bleken- bleken-
kijken keek keken keken
lijden leed- leden- leden
snijden sneed sneden sneden
vermijden vermeed vermeden vermeden
rijden reed reden- reden
bieden bood boden- boden
verliezen verloor verloren verloren
verbieden verbood verboden- boden
sluiten sloot- sloten- sloten
genieten genoot genoten noten
schuiven schoof schoven schoven
liegen loog logen logen
bedriegen bedroog bedrogen drogen
vliegen vloog vlogen vlogen
vinden vond vonden vonden
binden bond- bonden- bonden
zenden zond zonden- zonden
beginnen begon begonnen gonnen
dwingen dwong dwongen dwongen
winnen won- wonnen- wonnen
trekken trok trokken- trokken
treffen trof troffen troffen
spreken sprak spraken spraken
breken brak braken broken
nemen nam namen- nomen
komen kwam kwamen komen
stelen stal- stalen- stolen
bevelen beval bevalen volen
vragen vroeg- vroegen vraagd
slaan sloeg sloegen slagen
dragen droeg droegen dragen
jagen joeg joegen jaagd
zien zag zagen zien
geven gaf gaven- geven
lezen las lazen lezen
bidden bad- baden- beden
vergeten vergat vergaten geten
eten at- aten eten
lopen liep liepen lopen
roepen riep riepen roepen
houden hield hielden houden
laten liet lieten laten
slapen sliep sliepen slapen
raden ried rieden raden
vallen viel vielen vallen
vangen ving vingen vangen
gaan ging gingen gaan
hangen hing- hingen hangen
sterven stierf stierven storven
werpen wierp wierpen worpen
werven wierf wierven worven
helpen hielp hielpen holpen
bederven bedierf bedierven dorven
verwerven verwierf verwierven worven
doen deed deden daan
zeggen zei zeiden zegd
brengen bracht brachten bracht
denken dacht dachten dacht
kopen kocht- kochten kocht
zoeken zocht- zochten zocht
weten wist- wisten- weten
zweren zweer zwoeren zworen
wegen woog- wogen- wogen
bewegen bewoog bewogen bewogen
vechten vocht vochten vochten
schenken schonk schonken schonken
drinken dronk- dronken- dronken
dringen drong drongen drongen
springen sprong- sprongen- sprongen
zingen zong zongen zongen
schrikken schrok schrokken schrokken
steken stak- staken- stoken
meten mat- maten- meten
treden trad traden treden
genezen genas genazen nezen
kiezen koos- kozen kozen
gieten goot- goten- goten
schieten schoot- schoten- schoten
kruipen kroop kropen kropen
duiken dook doken doken
zuigen zoog zogen zogen
buigen boog- bogen- bogen
strijden streed streden streden
verdwijnen verdween verdwenen verdwenen
wijken week- weken- weken
bijten beet- beten- beten
verwijten verweet verweten verweten
prijzen prees prezen prezen
wrijven wreef wreven wreven
splijten spleet- spleten- spleten
stoten stiet stieten stoten
graven groef groeven graven
varen voer- voeren- varen
scheiden scheidde scheidden scheiden
zwerven zwierf zwierven zworven
verdrinken verdronk verdronken verdronken
winden wond- wonden- wonden
verslinden verslond verslonden verslonden
ontbieden ontbood ontboden ontboden
stinken stonk stonken stonken
schelden schold scholden scholden
smelten smolt smolten smolten
zwellen zwol zwollen zwollen
bergen borg- borgen- borgen
delven dolf dolven dolven
schenden schond schonden schonden
`;

/** `geef`, `geeft` of `geven`: an open syllable doubles its vowel, a final v or z is written f or s. */
const presentOf = (infinitive: string): string[] => {
  const base = infinitive.replace(/en$|n$/u, "");
  const stem = base
    .replace(/([^aeiou])\1$/u, "$1")
    .replace(/^(.*[^aeiou]|)([aeou])([bdfgklmnprstvz])$/u, "$1$2$2$3")
    .replace(/v$/u, "f")
    .replace(/z$/u, "s");
  return [infinitive, stem, /t$/u.test(stem) ? stem : `${stem}t`];
};

interface StrongForms {
  readonly pasts: ReadonlySet<string>;
  readonly doubtful: ReadonlySet<string>;
  readonly participles: ReadonlySet<string>;
  /** The infinitive of each form. */
  readonly lemmas: ReadonlyMap<string, string>;
}

const bare = (form: string): string => form.replace("-", "");

/** The forms, by what they can be taken for. */
export const strongForms: StrongForms = (() => {
  const cells = rows
    .trim()
    .split("\n")
    .map((row) => row.split(" "));
  const finite = cells.flatMap(([, singular, plural]) => [singular ?? "", plural ?? ""]);
  const lemmas = cells.flatMap(([infinitive = "", ...forms]) =>
    [...presentOf(infinitive), ...forms.map(bare)].map((form): [string, string] => [form, infinitive]),
  );
  return {
    pasts: new Set(finite.filter((form) => !form.endsWith("-"))),
    doubtful: new Set(finite.map(bare)),
    lemmas: new Map(lemmas.toReversed()),
    participles: new Set(cells.map(([, , , participle]) => bare(participle ?? ""))),
  };
})();
