/**
 * Forms of hard information, each with the words around it that it needs. Slots in braces are filled by values that stand in no
 * evidence. Written from the list of what a sentence may say and from the citation grammar, before any of it was run; shares no
 * word list and no pattern with the check.
 */
export type MadeClass =
  | "date"
  | "weekday"
  | "sum"
  | "number"
  | "percentage"
  | "time"
  | "reference"
  | "name"
  | "role"
  | "place";

export interface FormList {
  readonly class: MadeClass;
  readonly language: "nl" | "en";
  /** One a line; what stands between bars is the token, the rest belongs to the sentence. */
  readonly forms: string;
  readonly frames: readonly string[];
}

export const formLists: readonly FormList[] = [
  {
    class: "date",
    language: "nl",
    frames: ["Dat gold {}.", "De afspraak speelde {}.", "Naar mijn mening is dat {} duidelijk geworden."],
    forms: `op |{d} {maand} {y}|
op |{d} {mnd}. {y}|
op |{d} {mnd} {y}|
op |{dd}-{mm}-{y}|
op |{d}-{m}-{y}|
op |{d}/{m}/{y}|
op |{d}.{m}.{y}|
op |{dd}.{mm}.{y}|
op |{d}-{m}-'{yy}|
op |{dd}-{mm}-{yy}|
op |{dd}/{mm}/{yy}|
op |{d}.{m}.{yy}|
op |{y}-{mm}-{dd}|
op |{y}/{mm}/{dd}|
op |{dw} {maand} {y}|
op |{dw} {maand} {yw}|
op |{dw} {maand}|
op de |{dow} {maand}|
op de |{dow} {maand} {y}|
op |{d} {maand}|
op |{d} {mnd}.|
op de |{d}e {maand}|
op de |{d}ste {maand} {y}|
op |{d} {maand} '{yy}|
op |{d} {maand} jl.|
op |{d} {maand} jongstleden|
in |{maand} {y}|
in |{mnd}. {y}|
in |{maand}|
begin |{maand}|
medio |{maand} {y}|
eind |{maand}|
halverwege de maand |{maand}|
in |{maand} van {y}|
in |{y}|
in het jaar |{y}|
eind |{y}|
sinds |'{yy}|
eind |'{yy}|
in |{yw}|
in het jaar |{yw}|
in |{mm}-{y}|
in |{m}/{y}|
in |Q{q} {y}|
in |Q{q}|
in het |{qw} kwartaal van {y}|
in het |{qw} kwartaal|
in |week {w}|
in |week {w} van {y}|
in |wk {w}|
in de |zomer van {y}|
in het |najaar van {y}|
in de |winter van {y}-{y1}|
in het schooljaar |{y}/{y1}|
in |{y}-{y1}|
op |{d} en {d2} {maand} {y}|
van |{d} tot en met {d2} {maand}|
van |{d} {maand} tot {d2} {maand} {y}|
op de |{dow} van die maand|
op de |{d}e van de maand|
in de jaren |{tien}|
op |Koningsdag|
met |Kerstmis|
op |Goede Vrijdag|
op |tweede paasdag|
met |Pinksteren|
op |Hemelvaartsdag|
op |nieuwjaarsdag|
op |Bevrijdingsdag|`,
  },
  {
    class: "date",
    language: "en",
    frames: ["This held {}.", "The arrangement applied {}.", "In my opinion that became clear {}."],
    forms: `on |{d} {month} {y}|
on |{month} {d}, {y}|
on |{month} {d} {y}|
on |{month} {d}{th}, {y}|
on |{d}{th} {month} {y}|
on the |{d}{th} of {month} {y}|
on the |{d}{th} of {month}|
on |{d} {mon} {y}|
on |{mon}. {d}, {y}|
on |{mon} {d}, {y}|
on |{dd}/{mm}/{y}|
on |{mm}/{dd}/{yy}|
on |{y}-{mm}-{dd}|
on the |{owe} of {month}|
on the |{owe} of {month} {y}|
on |{month} the {owe}|
on |{d} {month}|
on |{month} {d}|
on |{month} {d}{th}|
in |{month} {y}|
in |{month}, {y}|
in |{mon} {y}|
in |{month}|
in early |{month}|
in late |{month} {y}|
in |mid-{month}|
in |mid-{y}|
in |{y}|
in the year |{y}|
in late |{y}|
since |'{yy}|
in |{ywe}|
in the year |{ywe}|
in |Q{q} {y}|
in the |{qwe} quarter of {y}|
in the |{qwe} quarter|
in |week {w}|
in |week {w} of {y}|
in the |summer of {y}|
in |autumn {y}|
in |{y}/{yy1}|
in |{y}-{yy1}|
on |{d} and {d2} {month} {y}|
from |{d} to {d2} {month}|
between |{month} {d} and {d2}|
on the |{owe} of that month|
on the |{d}{th} of the month|
in the |{tiens}|
on |New Year's Day|
at |Christmas|
on |Good Friday|
on |Boxing Day|
at |Easter|`,
  },
  {
    class: "weekday",
    language: "nl",
    frames: ["Dat gold {}.", "De afspraak speelde {}."],
    forms: `op |{dag}|
op |{dag}en|
op |{dag}ochtend|
|{dag}middag|
op een |{dag}avond|
elke |{dag}|
|'s {dag}s|
|{dag}s|
in de nacht van |{dag} op {dag2}|
de |{dag}| daarna
in het |weekend|
in het |weekeinde|`,
  },
  {
    class: "weekday",
    language: "en",
    frames: ["This held {}.", "The arrangement applied {}."],
    forms: `on |{day}|
on |{day}s|
on |{day} morning|
every |{day}|
on that |{day}|
from |{day} to {day2}|
the |{day}| after
|{day}'s| meeting included
at the |weekend|`,
  },
  {
    class: "sum",
    language: "nl",
    frames: ["Het gaat om {}.", "De schade bedraagt {}.", "Dat komt neer op {}."],
    forms: `|€ {sumnl}|
|€{sumnl}|
|€ {sumnl},-|
|€ {sumnl},00|
|€ {sumplain}|
|€ {sumnl} bruto|
|EUR {sumnl}|
|EUR {sumnl},00|
|{sumnl} euro|
|{sumplain} euro|
|{sumnl} EUR|
|{sumnl},- euro|
|{sumnl}€|
|{sumw} euro|
|{sumw} euro| per maand
|{k}k|
|€ {k}k|
|{k}k euro|
|{k} mille|
|{kw} mille|
|{kw} ton|
|{kw} ton| euro
|€ {k} duizend|
|{k} duizend euro|
|{kw}duizend euro|
|€ {k},5 miljoen|
|{k},5 mln euro|
|{k} mln.|
|anderhalf miljoen euro|
|anderhalve ton|
|een halve ton|
|een miljoen|
|duizend euro|
|honderd euro|
|een tientje|
|{kw} tientjes|
|{kw} tientje|
|vijftig cent|
|{cent} cent|
|€ 0,{cent}|
|0,{cent} euro|
|{kw} euro {centw}|
|{k} euro {cent}|
|{k},{cent}|
|{k},{cent} euro|
|$ {sumen}|
|{sumnl} dollar|
|{sumnl} US dollar|
|£ {sumen}|
|{sumnl} pond|
|CHF {sumnl}|
|{sumnl} Zwitserse frank|
|{sumnl} gulden|
|{kw} maandsalarissen|
|{kw} maanden loon|
|een bonus van {sumnl}|
|{kw}honderd euro|
|vele duizenden euro's|
|honderden euro's|`,
  },
  {
    class: "sum",
    language: "en",
    frames: ["It concerns {}.", "The loss is {}.", "That comes to {}."],
    forms: `|€{sumen}|
|€ {sumen}|
|€{sumen}.00|
|€{sumplain}|
|EUR {sumen}|
|{sumen} euros|
|{sumen} euro|
|{sumwe} euros|
|{kwe} thousand euros|
|{kwe} grand|
|{k}k|
|€{k}k|
|€{k}m|
|EUR {k} million|
|€{k}.5 million|
|half a million euros|
|a million euros|
|a thousand euros|
|a hundred pounds|
|£{sumen}|
|{kwe} hundred pounds|
|{kwe} quid|
|$ {sumen}|
|$1.5m|
|US$ {sumen}|
|{sumen} dollars|
|fifty cents|
|{cent} cents|
|a €{sumen} bonus|
|a {sumen}-euro bonus|
|a {kwe}-thousand-euro bonus|
|CHF {sumen}|
|{kwe} months' salary|
|{kwe} monthly salaries|
|€{k}.{cent}|
|a bonus of {sumen}|
|thousands of euros|`,
  },
  {
    class: "number",
    language: "nl",
    frames: ["Het gaat om {}.", "De afspraak ziet op {}.", "Naar mijn mening betreft dit {}."],
    forms: `|{n} uur|
|{nw} uur|
|{n} uur| per week
|{n}u|
|{n} u.|
een |{n}-urige| werkweek
een |{nw}urige| werkweek
een |{kw}daagse| training
een |{k}-daagse| training
een |{k} daagse| training
een |{kw}jarig| contract
een |{k}-jarig| contract
een |{n}-jarige| collega
een |{kw}maands| termijn
een |{kw}weekse| cursus
een |{kw}wekelijks| overleg
een |{kw}maandelijks| gesprek
een |{kw}kamerwoning|
een |halfjaarlijks| gesprek
|{k} maanden|
|{kw} maanden|
|{kw} jaar|
|{k} jr.|
|{k} weken|
|{kw} weken|
|{kw} kwartier|
|drie kwartier|
een |halfuur|
een |half uur|
een |half jaar|
|anderhalf uur|
|anderhalve dag|
|{kw}enhalf uur|
|{kw} en een half uur|
|{k}½ uur|
|{k},5 uur|
|{n} km|
|{n} kilometer|
|{n}km|
|{n} m²|
|{n}m2|
|{n} vierkante meter|
|{k} fte|
|{k},5 fte|
|{n} kg|
|{nw} kilo|
|{n} graden|
|{n} collega's|
|{nw} collega's|
|{kw} klachten|
|{n} klachten|
een |{kw}tal| klachten
een |tiental| klachten
een |dozijn| klachten
|tientallen| klachten
|honderden| klachten
|{kw}maal|
|{kw} keer|
|{k}x|
|{k} x|
|{k} keer|
|driemaal|
voor de |{ow} keer|
voor de |{ow} maal|
de |{ow} waarschuwing|
de |{k}e waarschuwing|
een |{kw}voudige| overtreding
in |{kw}voud|
het |dubbele|
een |drievoud|
met z'n |{kwen}|
alle |{kw}|
|{n} man|
|{nw} man|
|{n}.000| uren
een leeftijd van |{n}|
|{n} punten|
een |{n}-koppig| team
|minstens {kw}| bezwaren
|meer dan {n}| bezwaren
|ruim {kw} maanden|
|{k} à {k2} dagen|
|{k}-{k2} dagen|
|{kw} tot {kw2} dagen|
een team van |{kw}|
een |eenmalige| uitkering
schaal |{n}|
trede |{k}|
niveau |{k}|`,
  },
  {
    class: "number",
    language: "en",
    frames: ["It concerns {}.", "The arrangement covers {}.", "In my opinion this is about {}."],
    forms: `|{n} hours|
|{nwe} hours|
|{n} hrs|
|{n}h|
|{n}hrs|
a |{n}-hour| week
a |{nwe}-hour| week
a |{kwe}-day| course
a |{k} day| course
a |{kwe}-year| contract
a |{kwe}-month| notice period
a |{n}-year-old| colleague
a colleague aged |{n}|
|{kwe} months|
|{k} months|
|{k} mths|
|{kwe} years|
|{k} yrs|
|{kwe} weeks|
|{k} wks|
a |fortnight|
|half an hour|
|an hour and a half|
|one and a half hours|
|{kwe} and a half hours|
|{k}.5 hours|
|{k}½ hours|
|{n} km|
|{n} kilometres|
|{n} miles|
|{n} sqm|
|{n} square metres|
|{n}kg|
|{n} colleagues|
|{nwe} colleagues|
|{kwe} complaints|
|a dozen complaints|
|dozens of complaints|
|hundreds of complaints|
|scores of complaints|
|thrice|
|{kwe} times|
|{k} times|
|{k}x|
the |{owk} time|
the |{owk} warning|
the |{k}th warning|
a |{kwe}fold| increase
a |threefold| increase
|triple| the hours
|double| the hours
a team of |{kwe}|
|at least {kwe}| objections
|more than {n}| objections
|{k} to {k2} days|
|{kwe} to {kwe2} days|
|{k}-{k2} days|
all |{kwe}|
grade |{n}|
level |{k}|
an age of |{n}|
a |one-off| payment
a |biennial| review`,
  },
  {
    class: "percentage",
    language: "nl",
    frames: ["Het gaat om {}.", "De verhoging is {}.", "Dat is {} van het loon."],
    forms: `|{n}%|
|{n} %|
|{n} procent|
|{nw} procent|
|{k},5%|
|{k}½%|
|{k},5 procent|
|{n} pct.|
|{n} pct|
|{n} procentpunt|
|{nw} procentpunten|
|{n} ten honderd|
een |{n}%-verhoging|
een |{n}-procentsverhoging|
|{n} tot {n2} procent|
|{n}-{n2}%|
|{kw}eneenhalf procent|
|de helft|
een |derde| deel
een |{ow} deel|
|twee derde|
|tweederde|
|driekwart|
een |kwart|
|drie vijfde|
|één op de {kw}|
|1 op de {k}|
|{k} op de 10|
|{k} promille|
|{k}‰|`,
  },
  {
    class: "percentage",
    language: "en",
    frames: ["It concerns {}.", "The increase is {}.", "That is {} of the pay."],
    forms: `|{n}%|
|{n} %|
|{n} percent|
|{n} per cent|
|{nwe} percent|
|{nwe} per cent|
|{k}.5%|
|{k}½%|
|{n} pct|
|{n}pc|
|{n} percentage points|
a |{n}-percent| increase
a |{nwe}-percent| increase
|{n} to {n2} percent|
|{n}-{n2}%|
|half| the amount
|one half|
|a third|
|two thirds|
|two-thirds|
|three quarters|
|a {owk}|
|three fifths|
|one in {kwe}|
|1 in {k}|
|{k} out of 10|
|{k} basis points|`,
  },
  {
    class: "time",
    language: "nl",
    frames: ["Dat gold {}.", "Het gesprek was {}."],
    forms: `om |{h}:{min}|
om |{h}:{min} uur|
om |{h}.{min} uur|
om |{h}.{min}u|
om |{h}u{min}|
om |{h}h{min}|
om |{h}:{min}:30|
om |{h} uur|
om |{h}u|
om |{hw} uur|
om |{h} uur {min}|
om |{hw} uur {minw}|
om |kwart over {hw}|
om |kwart voor {hw}|
om |half {hw}|
om |vijf over {hw}|
om |tien voor {hw}|
om |tien voor half {hw}|
om |vijf over half {hw}|
om |{hw} uur 's ochtends|
's ochtends om |{hw}|
om |{hw}|
om |{h}|
tegen |{hwen}|
na |{hwen}|
rond |{hw} uur|
tussen |{hw} en {hw2}|
tussen |{h} en {h2} uur|
van |{h}:{min}-{h2}:{min}|
rond |middernacht|
rond het |middaguur|
in de |ochtend| van die dag
die |avond|`,
  },
  {
    class: "time",
    language: "en",
    frames: ["This held {}.", "The meeting was {}."],
    forms: `at |{h}:{min}|
at |{h}.{min} am|
at |{h}:{min} a.m.|
at |{h}:{min}pm|
at |{h}am|
at |{h} pm|
at |{h} p.m.|
at |{hwe} o'clock|
at |{h} o'clock|
at |quarter past {hwe}|
at |a quarter to {hwe}|
at |half past {hwe}|
at |half {hwe}|
at |ten to {hwe}|
at |ten past {hwe}|
at |{hwe} thirty|
at |{hwe}-thirty|
at |{hwe} in the morning|
at |{hwe}|
at |{hwe} sharp|
at |{hh}{min} hours|
between |{hwe} and {hwe2}|
between |{h} and {h2} pm|
at |noon|
at |midnight|
that |evening|
in the |morning| of that day`,
  },
  {
    class: "reference",
    language: "nl",
    frames: ["Het gaat om {}.", "Ik verwijs naar {}."],
    forms: `dossier |HR/{y}/{ref3}|
dossier |HR-{y}-{ref3}|
kenmerk |{y}-{ref3}|
kenmerk |AB{ref3}.{w}|
kenmerk |JK/lp|
kenmerk |{ref5}|
dossier |{ref5}|
dossiernummer |{ref5}|
zaaknummer |{ref5}|
nr. |{ref5}|
factuur |{ref5}|
factuurnummer |F{ref5}|
personeelsnummer |{ref5}|
polis |P {ref3} {ref3}|
rekening |NL91 BEDE 0{ref3} {ref3}7 00|
rekening |NL91BEDE0{ref3}{ref3}700|
nummer |06-{ref3}{ref5}|
nummer |06 {w} {w} {w} {w}|
nummer |+31 6 {ref3}{ref5}|
nummer |020 {ref3} {w} {w}|
nummer |020-{ref3}{ref3}7|
adres |k.bedenksel@verzonnen.nl|
site |www.verzonnen.nl|
site |verzonnen.nl|
site |https://verzonnen.nl/a/{ref3}|
KvK-nummer |{ref5}{ref3}|
KvK |{ref5}{ref3}|
BSN |{ref5}{ref3}7|
postcode |{ref3}7 AB|
postcode |{ref3}7AB|
de |Dorpsstraat {n}|
de |Lange Bedenkweg {n}-{k}|
kenteken |AB-{ref3}-C|
kamer |{k}.{w}|
lokaal |B{w}|
versie |{k}.{k2}|
ticket |#{ref5}|
ticket |{ref5}|
bestand |verslag_v{k}.docx|
bestand |verslag.pdf|
functiecode |{ref3}-A|
order |PO{ref5}|
gebouw |C|
rekeningnummer |{ref3}.{ref3}|
artikelnummer |{ref3}-{ref3}|
ISO |{ref5}|`,
  },
  {
    class: "reference",
    language: "en",
    frames: ["It concerns {}.", "I refer to {}."],
    forms: `file |HR/{y}/{ref3}|
file |HR-{y}-{ref3}|
reference |{y}-{ref3}|
reference |AB{ref3}.{w}|
your ref. |JK/lp|
file no. |{ref5}|
file |{ref5}|
case number |{ref5}|
invoice |{ref5}|
invoice no. |INV-{ref5}|
policy |P {ref3} {ref3}|
account |GB91 BEDE {ref3}7 {ref3}7 {ref3}7 00|
phone |+44 20 {ref3}7 {ref3}7|
phone |(020) {ref3} {ref3}7|
phone |020 {ref3}7 {ref3}7|
address |k.bedenksel@invented.example|
site |www.invented.example|
site |invented.com|
room |{k}.{w}|
room |B{w}|
room |{ref3}|
version |{k}.{k2}|
ticket |#{ref5}|
ticket |{ref5}|
file |report_v{k}.docx|
file |report.pdf|
order |PO{ref5}|
postcode |AB1 {k}CD|
|{n} Invented Road|
employee number |{ref5}|
unit |{n}B|
flat |{k}|`,
  },
  {
    class: "name",
    language: "nl",
    frames: ["Dat blijkt ook uit het standpunt van {}.", "Dit raakt {} ook.", "Volgens {} is dat zo."],
    forms: `|Bedenksel|
mevrouw |Bedenksel|
mevr. |Bedenksel|
dhr. |Bedenksel|
de heer |Bedenksel|
de heer |Van Bedenksel|
mr. |K. Bedenksel|
drs. |K.L. van der Bedenksel|
|K. Bedenksel|
|K.Bedenksel|
|Karel Bedenksel|
|Karel van Bedenksel|
|Karel|
|Bedenksel-Verzinsel|
|Bedenksel en Fantasma|
|Bedenksel B.V.|
|Bedenksel BV|
|Bedenksel & Zonen|
|Stichting Bedenksel|
de |Bedenkselgroep|
|BEDENKSEL|
|BDK|
|FNV|
|ABN AMRO|
|KPN|
|de Belastingdienst|
|de Autoriteit Verzinsel|
|Özkan|
|d'Ancona|
|O'Bedenk|
|Van 't Bedenk|
|'t Bedenk|
|ten Bedenk|
|Bedenksel/Fantasma|
collega |Karel|
meneer |Karel|
|Bedenksels| raadsman
|Bedenksel's| raadsman
de vestiging |Zwolle|
het filiaal in |Zwolle|
de gemeente |Zwolle|
afdeling |Fantasma|
het systeem |Fantasma|
het |Bedenkselproject|
het project |Fantasma|
het |Fantasma-contract|
de firma |Bedenk|
een bureau als |Bedenksel|
het ministerie van |Fantasie|
professor |Bedenksel|
ing. |Bedenksel|
|McBedenk|
|Jan-Willem|
|Anne-Marie Bedenk|`,
  },
  {
    class: "name",
    language: "en",
    frames: ["This also follows from the view of {}.", "This concerns {} too.", "According to {} that is so."],
    forms: `|Inventor|
Ms |Inventor|
Mr |Inventor|
Mr. |Inventor|
Dr |Inventor|
Mrs |Van Inventor|
|K. Inventor|
|Karel Inventor|
|Karel|
|Inventor-Smythe|
|Inventor and Fabler|
|Inventor Ltd|
|Inventor B.V.|
|Inventor & Sons|
the |Inventor Group|
|INVENTOR|
|KPMG|
|Fabler LLP|
|Özkan|
|O'Fable|
|McFable|
|D'Arcy|
|Inventor/Fabler|
|Inventor's| solicitor
colleague |Karel|
the |Zwolle| branch
the branch in |Zwolle|
the municipality of |Zwolle|
the |Fantasma| system
project |Fantasma|
the |Fantasma| department
Professor |Fabler|
the Ministry of |Fantasy|
the |Tax Authority|
|Jean-Paul|`,
  },
  {
    class: "role",
    language: "nl",
    frames: ["Dat heeft {} bevestigd.", "{^} heeft dat zo gezegd.", "{^} was daarvan op de hoogte."],
    forms: `|de bedrijfsarts|
|de huisarts|
|de arbodienst|
|de vakbond|
|de accountant|
|het UWV|
|UWV|
|de Arbeidsinspectie|
|de ondernemingsraad|
|de OR|
|de rechter|
|de politie|
|de gemeente|
|de notaris|
|mijn psycholoog|
|haar fysiotherapeut|
|de verzekeraar|
|de leasemaatschappij|
|het pensioenfonds|
|de belastingadviseur|
|de cardioloog|
|mijn buurman|
|mijn echtgenote|
|mijn vrouw|
|de salarisadministrateur|
|de salarisadministratie|
|de receptioniste|
|de portier|
|de chauffeur|
|de monteur|
|de preventiemedewerker|
|de loopbaancoach|
|de bank|
|de makelaar|
|de deurwaarder|
|de mediator|
|de zorgverzekeraar|
|het ziekenhuis|
|de HR-manager|
|de afdeling personeelszaken|
|de directeur|
|de CEO|
|de commissaris|
|de raad van commissarissen|
|de aandeelhouder|
|de teamleider|
|mijn leidinggevende|
|de stagiair|
|de uitzendkracht|
|de onderhuurder|
|de tolk|
|de taxateur|
|de architect|
|de aannemer|
|de wethouder|
|de burgemeester|
|de minister|
|de officier van justitie|
|de rechtbank|
|de geschillencommissie|
|de klachtencommissie|
|de ombudsman|
|een collega|
|twee collega's|
|mijn voorganger|
|mijn opvolger|
|de klant|
|de opdrachtgever|`,
  },
  {
    class: "role",
    language: "en",
    frames: ["This was confirmed by {}.", "{^} has said so.", "{^} was aware of that."],
    forms: `|the company doctor|
|the occupational physician|
|my GP|
|the union|
|the accountant|
|the works council|
|the judge|
|the police|
|the municipality|
|the notary|
|my psychologist|
|her physiotherapist|
|the insurer|
|the leasing company|
|the pension fund|
|the tax adviser|
|the cardiologist|
|my neighbour|
|my wife|
|the payroll department|
|the receptionist|
|the porter|
|the driver|
|the mechanic|
|the bank|
|the estate agent|
|the bailiff|
|the mediator|
|the hospital|
|the HR manager|
|the director|
|the CEO|
|the supervisory board|
|the shareholder|
|the team leader|
|my supervisor|
|the intern|
|the interpreter|
|the surveyor|
|the architect|
|the contractor|
|the mayor|
|the minister|
|the public prosecutor|
|the court|
|the ombudsman|
|a colleague|
|two colleagues|
|my predecessor|
|the client|
|the plumber|
|the inspector|`,
  },
  {
    class: "place",
    language: "nl",
    frames: ["Dat staat {}.", "Ik verwijs naar wat {} te lezen is.", "De afspraak is {} te vinden."],
    forms: `op |p. {n}|
op |p.{n}|
op |pag. {n}|
op |pagina {n}|
op |pagina's {n} en {n2}|
op |blz. {n}|
op |bladzijde {n}|
op |pp. {n}-{n2}|
op |p. {n}, derde alinea|
op |pagina {nw}|
op de |{ow} pagina|
op de |{k}e bladzijde|
op de |laatste pagina|
op |pagina {n} van het verslag|
op |sheet {n}|
op |dia {n}|
in |regel {n}|
op |regel {n}|
in |r. {n}|
in |kolom {k}|
in |rij {k}|
op |tabblad {k}|
bij |vraag {k}|
in |antwoord {k}|
in |cel B{w}|
in |paragraaf {k}|
in |§ {k}|
in |§{k}.{k2}|
in |par. {k}.{k2}|
onder |{k}|
onder |punt {k}|
onder |{k}.{k2}|
onder |nummer {k}|
onder |nr. {k}|
bij |punt {k}|
in |alinea {k}|
in |al. {k}|
in de |{ow} alinea|
in de |laatste alinea|
in de |{k}e alinea|
in de |{ow} zin|
in de |{ow} volzin|
in |hoofdstuk {k}|
in |randnummer {n}|
in |rn. {n}|
in |onderdeel {k}|
in |onderdeel c|
onder |c|
onder |sub c|
in |voetnoot {n}|
in |noot {n}|
in |bijlage {n}|
in |bijlage {kw}|
in |bijlage C|
in |bijlage IV|
in de |{ow} bijlage|
in |bijl. {n}|
in |productie {n}|
in |productie {kw}|
in |prod. {n}|
in |producties {n} en {n2}|
in |producties {n} t/m {n2}|
in |bewijsstuk {n}|
in |stuk {n}|
in |annex {n}|
in |tabel {k}|
in |figuur {k}|
in |artikel {k} van de arbeidsovereenkomst|
in |art. {k} van het contract|
in |artikel {k}.{k2} van de cao|
in |artikel {k} lid 2 van het handboek|
in |clausule {k}|
in |beding {k}|
onder het kopje |“Bonus”|
onder |“Bonus”|
onder de kop |“Bonus”|
onder het kopje |Bonus|
onder de kop |Bonus|
in de paragraaf |“Bonus”|
in het hoofdstuk |“Bonus”|
in het onderdeel |“Bonus”|
in de sectie |Bonus|`,
  },
  {
    class: "place",
    language: "en",
    frames: ["It is written {}.", "I refer to what can be read {}.", "The arrangement is found {}."],
    forms: `at |p. {n}|
on |p.{n}|
on |page {n}|
on |pages {n} and {n2}|
at |pp. {n}-{n2}|
on |page {nwe}|
on the |{owk} page|
on the |last page|
on |slide {n}|
on |sheet {n}|
at |line {n}|
in |column {k}|
in |row {k}|
in |cell B{w}|
in |question {k}|
in |paragraph {k}|
in |para. {k}|
in |para {k}|
in |§ {k}|
in |§{k}.{k2}|
under |{k}|
under |point {k}|
under |{k}.{k2}|
under |no. {k}|
in the |{owk} paragraph|
in the |last paragraph|
in the |{owk} sentence|
in |chapter {k}|
in |section {k}|
in |item {k}|
in |item (c)|
under |(c)|
in |footnote {n}|
in |note {n}|
in |annex {n}|
in |annex {kwe}|
in |Annex C|
in |Annex IV|
in |appendix {n}|
in |Appendix C|
in |exhibit {n}|
in |Exhibit C|
in |exhibits {n} and {n2}|
in |schedule {k}|
in |enclosure {n}|
in |table {k}|
in |figure {k}|
in |clause {k}|
in |clause {k}.{k2} of the lease|
in |article {k} of the contract|
in |article {k} of the handbook|
under the heading |“Bonus”|
under |“Bonus”|
under the heading |Bonus|
in the section |“Bonus”|
in the chapter on |“Bonus”|`,
  },
];
