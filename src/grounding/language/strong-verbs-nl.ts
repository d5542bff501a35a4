/**
 * The strong and irregular verbs of Dutch that name something done, said or received: preterite singular, preterite
 * plural, participle without its prefix. A closed class (Algemene Nederlandse Spraakkunst 2.3.2.4); verbs of being and
 * lying (`stond`, `lag`, `bestond`, `gold`) are left out, since they tell a state. A form that is also a common noun or
 * adjective stands behind a `-` and counts only beside its subject.
 */
const rows = `
schreef schreven schreven
bleef bleven bleven
dreef dreven dreven
wees wezen wezen
kreeg kregen kregen
zweeg zwegen zwegen
steeg stegen stegen
greep grepen grepen
bleek- bleken- bleken-
keek keken keken
leed- leden- leden
sneed sneden sneden
vermeed vermeden vermeden
reed reden- reden
bood boden- boden
verloor verloren verloren
verbood verboden- boden
sloot- sloten- sloten
genoot genoten noten
schoof schoven schoven
loog logen logen
bedroog bedrogen drogen
vloog vlogen vlogen
vond vonden vonden
bond- bonden- bonden
zond zonden- zonden
begon begonnen gonnen
dwong dwongen dwongen
won- wonnen- wonnen
trok trokken- trokken
trof troffen troffen
sprak spraken spraken
brak braken broken
nam namen- nomen
kwam kwamen komen
stal- stalen- stolen
beval bevalen volen
vroeg- vroegen vraagd
sloeg sloegen slagen
droeg droegen dragen
joeg joegen jaagd
zag zagen zien
gaf gaven- geven
las lazen lezen
bad- baden- beden
vergat vergaten geten
at- aten eten
liep liepen lopen
riep riepen roepen
hield hielden houden
liet lieten laten
sliep sliepen slapen
ried rieden raden
viel vielen vallen
ving vingen vangen
ging gingen gaan
hing- hingen hangen
stierf stierven storven
wierp wierpen worpen
wierf wierven worven
hielp hielpen holpen
bedierf bedierven dorven
verwierf verwierven worven
deed deden daan
zei zeiden zegd
bracht brachten bracht
dacht dachten dacht
kocht- kochten kocht
zocht- zochten zocht
wist- wisten- weten
zweer zwoeren zworen
`;

interface StrongForms {
  readonly pasts: ReadonlySet<string>;
  readonly doubtful: ReadonlySet<string>;
  readonly participles: ReadonlySet<string>;
}

const bare = (form: string): string => form.replace("-", "");

/** The forms, by what they can be taken for. */
export const strongForms: StrongForms = (() => {
  const cells = rows
    .trim()
    .split("\n")
    .map((row) => row.split(" "));
  const finite = cells.flatMap(([singular, plural]) => [singular ?? "", plural ?? ""]);
  return {
    pasts: new Set(finite.filter((form) => !form.endsWith("-"))),
    doubtful: new Set(finite.map(bare)),
    participles: new Set(cells.map(([, , participle]) => bare(participle ?? ""))),
  };
})();
