/** A Dutch verb that changes its vowel or is irregular otherwise. */
export interface StrongVerb {
  readonly infinitive: string;
  /** Preterites: singular forms and plural ones, mostly one of each. */
  readonly pastSingular: readonly string[];
  readonly pastPlural: readonly string[];
  readonly participles: readonly string[];
}

/**
 * Infinitive, preterite singular and plural, participle; a slash where there are two. After the list of strong and
 * irregular verbs of the Dutch Wikibooks grammar (nl.wikibooks.org, Nederlands/Grammatica/Werkwoorden), simple verbs only:
 * those with a prefix go like the verb they are made of. Auxiliaries are left out.
 */
const rows = `
bakken bakte bakten gebakken
barsten barstte barstten gebarsten
bederven bedierf bedierven bedorven
bedriegen bedroog bedrogen bedrogen
beginnen begon begonnen begonnen
bergen borg borgen geborgen
bevelen beval bevalen bevolen
bewegen bewoog bewogen bewogen
bezwijken bezweek bezweken bezweken
bidden bad baden gebeden
bieden bood boden geboden
bijten beet beten gebeten
binden bond bonden gebonden
blazen blies bliezen geblazen
blijken bleek bleken gebleken
blijven bleef bleven gebleven
blinken blonk blonken geblonken
braden braadde braadden gebraden
breken brak braken gebroken
brengen bracht brachten gebracht
buigen boog bogen gebogen
delven dolf/delfde dolven/delfden gedolven
denken dacht dachten gedacht
dingen dong dongen gedongen
doen deed deden gedaan
dragen droeg droegen gedragen
drijven dreef dreven gedreven
dringen drong drongen gedrongen
drinken dronk dronken gedronken
druipen droop dropen gedropen
duiken dook doken gedoken
dunken docht dochten gedocht
dwingen dwong dwongen gedwongen
eten at aten gegeten
fluiten floot floten gefloten
gaan ging gingen gegaan
gelden gold golden gegolden
genezen genas genazen genezen
genieten genoot genoten genoten
geven gaf gaven gegeven
gieten goot goten gegoten
glijden gleed gleden gegleden
glimmen glom glommen geglommen
graven groef groeven gegraven
grijpen greep grepen gegrepen
hangen hing hingen gehangen
heffen hief hieven geheven
helpen hielp hielpen geholpen
heten heette heetten geheten
hijsen hees hesen gehesen
houden hield hielden gehouden
houwen hieuw hieuwen gehouwen
jagen joeg/jaagde joegen/jaagden gejaagd
kiezen koos kozen gekozen
kijken keek keken gekeken
kijven keef keven gekeven
klimmen klom klommen geklommen
klinken klonk klonken geklonken
kluiven kloof kloven gekloven
knijpen kneep knepen geknepen
komen kwam kwamen gekomen
kopen kocht kochten gekocht
krijgen kreeg kregen gekregen
krijten kreet kreten gekreten
krimpen kromp krompen gekrompen
kruipen kroop kropen gekropen
kwijten kweet kweten gekweten
lachen lachte lachten gelachen
laden laadde laadden geladen
laten liet lieten gelaten
leggen legde/lei legden/leien gelegd
lezen las lazen gelezen
liegen loog logen gelogen
liggen lag lagen gelegen
lijden leed leden geleden
lijken leek leken geleken
lopen liep liepen gelopen
malen maalde maalden gemalen
melken molk/melkte molken/melkten gemolken
meten mat maten gemeten
mijden meed meden gemeden
moeten moest moesten gemoeten
nemen nam namen genomen
nijgen neeg negen genegen
nijpen neep nepen genepen
ontginnen ontgon ontgonnen ontgonnen
pluizen ploos plozen geplozen
prijzen prees prezen geprezen
raden raadde/ried raadden/rieden geraden
rijden reed reden gereden
rijgen reeg regen geregen
rijten reet reten gereten
rijzen rees rezen gerezen
roepen riep riepen geroepen
ruiken rook roken geroken
scheiden scheidde scheidden gescheiden
schelden schold scholden gescholden
schenden schond schonden geschonden
schenken schonk schonken geschonken
scheppen schiep/schepte schiepen/schepten geschapen/geschept
scheren schoor schoren geschoren
schieten schoot schoten geschoten
schijnen scheen schenen geschenen
schrijden schreed schreden geschreden
schrijven schreef schreven geschreven
schrikken schrok schrokken geschrokken
schuilen school/schuilde scholen/schuilden gescholen/geschuild
schuiven schoof schoven geschoven
slaan sloeg sloegen geslagen
slapen sliep sliepen geslapen
slijpen sleep slepen geslepen
slijten sleet sleten gesleten
slinken slonk slonken geslonken
sluipen sloop slopen geslopen
sluiten sloot sloten gesloten
smelten smolt smolten gesmolten
smijten smeet smeten gesmeten
snijden sneed sneden gesneden
snuiten snoot snoten gesnoten
snuiven snoof snoven gesnoven
spannen spande spanden gespannen
spijten speet speten gespeten
spinnen spon sponnen gesponnen
splijten spleet spleten gespleten
spreken sprak spraken gesproken
springen sprong sprongen gesprongen
spruiten sproot sproten gesproten
spugen spoog/spuugde spogen/spuugden gespogen/gespuugd
spuiten spoot spoten gespoten
staan stond stonden gestaan
steken stak staken gestoken
stelen stal stalen gestolen
sterven stierf stierven gestorven
stijgen steeg stegen gestegen
stijven steef steven gesteven
stinken stonk stonken gestonken
stoten stootte/stiet stootten/stieten gestoten
strijden streed streden gestreden
strijken streek streken gestreken
stuiven stoof stoven gestoven
treden trad traden getreden
treffen trof troffen getroffen
trekken trok trokken getrokken
vallen viel vielen gevallen
vangen ving vingen gevangen
varen voer voeren gevaren
vechten vocht vochten gevochten
verdrieten verdroot verdroten verdroten
verdwijnen verdween verdwenen verdwenen
vergeten vergat vergaten vergeten
verliezen verloor verloren verloren
verslinden verslond verslonden verslonden
verzinnen verzon verzonnen verzonnen
vinden vond vonden gevonden
vlechten vlocht vlochten gevlochten
vliegen vloog vlogen gevlogen
vouwen vouwde vouwden gevouwen
vragen vroeg vroegen gevraagd
vreten vrat vraten gevreten
vriezen vroor vroren gevroren
waaien waaide/woei waaiden/woeien gewaaid
wassen waste/wies wasten/wiesen gewassen
wegen woog wogen gewogen
werpen wierp wierpen geworpen
werven wierf wierven geworven
weten wist wisten geweten
weven weefde weefden geweven
wijken week weken geweken
wijten weet weten geweten
wijzen wees wezen gewezen
winden wond wonden gewonden
winnen won wonnen gewonnen
wrijven wreef wreven gewreven
wringen wrong wrongen gewrongen
wreken wreekte wreekten gewroken
zeggen zei/zegde zeiden/zegden gezegd
zenden zond zonden gezonden
zien zag zagen gezien
zijgen zeeg zegen gezegen
zingen zong zongen gezongen
zinken zonk zonken gezonken
zinnen zon zonnen gezonnen
zitten zat zaten gezeten
zoeken zocht zochten gezocht
zuigen zoog zogen gezogen
zuipen zoop zopen gezopen
zwelgen zwolg zwolgen gezwolgen
zwellen zwol zwollen gezwollen
zwemmen zwom zwommen gezwommen
zweren zwoer/zwoor zwoeren/zworen gezworen
zwerven zwierf zwierven gezworven
zwijgen zweeg zwegen gezwegen
`;

/** The strong and irregular verbs of Dutch without a prefix: a closed class. */
export const strongVerbs: readonly StrongVerb[] = rows
  .trim()
  .split("\n")
  .map((row) => {
    const [infinitive = "", ...forms] = row.split(" ");
    const [pastSingular = [], pastPlural = [], participles = []] = forms.map((cell) => cell.split("/"));
    return { infinitive, pastSingular, pastPlural, participles };
  });
