/** A made-up letter, its sentences marked: `a` states, `q` asks or demands, `-` does neither; `t` beside it sets a term. */
export interface MarkedLetter {
  readonly name: string;
  /** What stands above the salutation, line by line. */
  readonly head: readonly string[];
  readonly references: readonly (readonly [side: "WRITER" | "READER", value: string])[];
  readonly salutation: string;
  /** Each line: a mark, a stroke, the sentence. A line that is empty is an empty line; `*` before the sentence makes it an item. */
  readonly body: string;
  readonly close: string;
}

const groet = "Met vriendelijke groet,\n\nJ. de Wit";
const regards = "Kind regards,\n\nJane White";

const letter = (
  name: string,
  head: readonly string[],
  references: MarkedLetter["references"],
  salutation: string,
  close: string,
  body: string,
): MarkedLetter => ({ name, head, references, salutation, close, body });

/** Letters written after the first reading rules: every other one was read when they were mended, the rest were run once at the end. */
export const laterLetters: readonly MarkedLetter[] = [
  letter(
    "sportschool opzegging",
    ["Ons kenmerk: LID-204"],
    [["WRITER", "LID-204"]],
    "Beste Femke,",
    groet,
    `
-|Je vraagt ons je lidmaatschap per direct te beëindigen.
a|Je abonnement loopt tot 1 maart 2027.
a|Van een verhuizing is ons niets gebleken.
qt|Stuur ons vóór 1 november een bewijs van je nieuwe adres.
-|Geniet intussen van onze zaal.`,
  ),
  letter(
    "aannemer meerwerk",
    ["Betreft: meerwerk badkamer", "Datum: 2 oktober 2026"],
    [],
    "Geachte heer Brink,",
    groet,
    `
a|Het meerwerk is op 4 augustus mondeling met u besproken.
a|U hebt daar toen mee ingestemd.
a|De prijs bedroeg € 1.320, exclusief btw.
q|Maak dit bedrag over op de bekende rekening.
-|Neem gerust contact op als iets onduidelijk is.
t|Na 14 dagen brengen wij rente in rekening.`,
  ),
  letter(
    "school schorsing",
    ["Ons kenmerk: S/26-11"],
    [["WRITER", "S/26-11"]],
    "Geachte ouders van Milan,",
    "Hoogachtend,\n\nC. Vos",
    `
a|Milan heeft op 8 september een ruit ingegooid.
a|Twee leraren hebben dat gezien.
-|U verzoekt om inzage in het verslag.
a|Dat verslag is vertrouwelijk.
q|Meld u dinsdag bij de conciërge.
qt|Geef uiterlijk 20 september door of u het gesprek bijwoont.`,
  ),
  letter(
    "gemeente parkeerboete",
    ["Zaaknummer: P-7781", "Uw kenmerk: B12"],
    [
      ["WRITER", "P-7781"],
      ["READER", "B12"],
    ],
    "Geachte mevrouw Tan,",
    "Hoogachtend,\n\nR. Kool",
    `
a|Uw auto stond op 14 mei zonder kaartje in de Dorpsstraat.
a|De automaat werkte die dag.
-|U vraagt om kwijtschelding van de naheffing.
a|Uw bezwaar is ongegrond.
t|U kunt tot zes weken na vandaag in beroep.
q|Vermeld bij betaling het zaaknummer.
-|Lees meer op onze website.`,
  ),
  letter(
    "reisbureau annulering",
    ["Our reference: TR-88"],
    [["WRITER", "TR-88"]],
    "Dear Mrs Allen,",
    regards,
    `
-|You ask us to refund the whole price of your holiday.
a|You cancelled two days before departure.
a|Our terms were sent to you on 3 June.
a|No doctor's note has reached us.
qt|Send us the note within ten days.
-|Enjoy the rest of the summer.`,
  ),
  letter(
    "garage reparatie",
    ["Ons kenmerk: 55-R"],
    [["WRITER", "55-R"]],
    "Beste heer Dijk,",
    groet,
    `
a|De koppeling is versleten door verkeerd schakelen.
a|Daarop geven wij geen garantie.
-|U eist dat wij de rekening van € 480 intrekken.
a|De rekening blijft staan.
q|Haal uw auto deze week op.
-|Let op: de receptie is op vrijdag gesloten.`,
  ),
  letter(
    "telecom contract",
    ["Klantnummer: 19", "Ons kenmerk: TEL-3"],
    [["WRITER", "TEL-3"]],
    "Geachte mevrouw Post,",
    groet,
    `
a|U hebt op 11 januari telefonisch een contract voor twee jaar gesloten.
a|Het gesprek is opgenomen.
a|Bedenktijd is u toen aangeboden.
-|U wenst dat wij het contract vernietigen.
q|Betaal de openstaande factuur van € 61.
t|Doet u dat niet binnen 14 dagen, dan sluiten wij u af.`,
  ),
  letter(
    "neighbour fence",
    ["Re: the fence"],
    [],
    "Dear Mr Shaw,",
    regards,
    `
a|Your fence stands forty centimetres on our land.
a|The surveyor measured it on 9 April.
-|You claim the costs of a new gate from us.
a|We never agreed to a gate.
qt|Remove the fence by 1 September 2026.
q|Let us know whom you will send.
-|Thank you.`,
  ),
  letter(
    "employer dismissal",
    ["Our ref: D-14"],
    [["WRITER", "D-14"]],
    "Dear Mr Okafor,",
    "Yours sincerely,\n\nMary Holt",
    `
a|You were absent on 6 and 7 May without leave.
a|Two warnings had been given to you before.
-|You request a copy of your file.
a|Your employment ended on 31 May 2026.
q|Return the laptop to the reception.
t|You may appeal in writing within five working days.`,
  ),
  letter(
    "vve geluid",
    ["Betreft: geluidsoverlast", "Ons kenmerk: VVE 9"],
    [["WRITER", "VVE 9"]],
    "Geachte heer Smeets,",
    groet,
    `
a|Uw houten vloer voldoet niet aan het reglement.
a|Drie bewoners hebben geklaagd.
-|U verzoekt de vergadering om ontheffing.
a|De vergadering heeft dat verzoek op 2 juni afgewezen.
q|Leg binnenkort een ondervloer aan.
qt|Bevestig ons binnen een maand dat dit is gebeurd.`,
  ),
];

/** Letters of several kinds. Every other one was read while building; the rest were only counted, once. */
export const letters: readonly MarkedLetter[] = [
  letter(
    "werkgever weigert verlof",
    ["Ons kenmerk: V-12", "Betreft: verlof"],
    [["WRITER", "V-12"]],
    "Geachte heer Bos,",
    groet,
    `
a|U hebt op 3 mei verlof gevraagd.
a|Dat verzoek wijzen wij af, omdat de bezetting het niet toelaat.
a|Ook uw eerdere verzoek is afgewezen.
qt|Wij verzoeken u vóór 1 juni nieuwe data door te geven.
-|Wij hopen u hiermee voldoende te hebben geïnformeerd.`,
  ),
  letter(
    "hr bevestigt gesprek",
    ["Datum: 4 maart 2026", "Uw referentie: AB/7"],
    [["READER", "AB/7"]],
    "Beste Noor,",
    groet,
    `
a|Gisteren spraken wij over je uren.
a|Je hebt toen gezegd dat je minder wilt werken.
q|Kun je dat schriftelijk bevestigen?
qt|Graag ontvang ik je antwoord binnen een week.
-|Bijgaand vind je het verslag.`,
  ),
  letter(
    "verhuurder borg",
    ["Kenmerk: H 2026/44"],
    [["WRITER", "H 2026/44"]],
    "Geachte mevrouw Kok,",
    groet,
    `
a|Bij de oplevering waren twee deuren beschadigd.
a|De kosten van herstel bedragen € 640 en worden verrekend met de borg.
a|Het restant van € 260 wordt aan u overgemaakt.
t|Bent u het daar niet mee eens, dan kunt u binnen 14 dagen reageren.
-|Hebt u vragen, dan staan wij u graag te woord.`,
  ),
  letter(
    "verzekeraar wijst af",
    ["Polisnummer: 88-1", "Ons kenmerk: SCH-31", "Uw kenmerk: K2"],
    [
      ["WRITER", "SCH-31"],
      ["READER", "K2"],
    ],
    "Geachte heer Smit,",
    groet,
    `
a|Uw schade valt niet onder de dekking van uw polis.
a|De lekkage is langzaam ontstaan, en daarvoor geldt een uitsluiting.
a|Wij vergoeden de schade daarom niet.
-|Dit besluit is na zorgvuldig onderzoek genomen.
q|Stuurt u ons nieuwe stukken toe als u die hebt?`,
  ),
  letter(
    "uwv beslissing",
    ["Datum: 9 april 2026", "Ons kenmerk: 0417.22"],
    [["WRITER", "0417.22"]],
    "Geachte mevrouw Aydin,",
    "Hoogachtend,\n\nP. Mol",
    `
a|U krijgt vanaf 1 mei 2026 geen WIA-uitkering.
a|Wij vinden dat u minder dan 35% arbeidsongeschikt bent.
a|Onze arts heeft u op 12 maart onderzocht.
t|Bezwaar kunt u maken tot uiterlijk 21 mei 2026.
-|Meer informatie staat op onze website.`,
  ),
  letter(
    "uwv vraagt stukken",
    ["Kenmerk: 99.1"],
    [["WRITER", "99.1"]],
    "Geachte heer Maas,",
    "Hoogachtend,\n\nP. Mol",
    `
a|U hebt op 2 februari een uitkering aangevraagd.
a|Wij kunnen uw aanvraag nog niet beoordelen.
q|Wij vragen u de volgende stukken te sturen:
-|* uw arbeidsovereenkomst;
-|* de laatste drie loonstroken.
t|Uw stukken moeten uiterlijk op 1 maart 2026 bij ons binnen zijn.`,
  ),
  letter(
    "employer refuses remote work",
    ["Our ref: HR-9", "Re: remote work"],
    [["WRITER", "HR-9"]],
    "Dear Mr Hill,",
    regards,
    `
a|We have considered your request of 2 May.
a|The company does not agree to working from home.
a|No promise was ever made to you in this regard, and your contract names the office as your place of work.
qt|Please confirm within seven days that you will return.
-|We trust this clarifies the matter.`,
  ),
  letter(
    "landlord arrears",
    ["Your reference: T5", "Our reference: ARR/3"],
    [
      ["READER", "T5"],
      ["WRITER", "ARR/3"],
    ],
    "Dear Ms Cole,",
    regards,
    `
a|You owe us rent of £1,240 for April and May.
a|You stopped paying without notice.
a|The heating was repaired on 3 April.
qt|We request that you pay the full amount by 30 June 2026.
q|Why did you withhold the rent?`,
  ),
  letter(
    "insurer declines",
    ["Claim number: 4", "Our ref: CL/77"],
    [["WRITER", "CL/77"]],
    "Dear Mr Ross,",
    regards,
    `
a|Your claim has been declined.
a|The policy had lapsed on 1 January 2026.
a|Our adjuster found no sign of a storm.
t|You may appeal within 28 days.
-|Thank you for your patience.`,
  ),
  letter(
    "hr warning",
    ["Date: 5 June 2026"],
    [],
    "Dear Sam,",
    regards,
    `
a|On 1 June you arrived two hours late.
a|This was the third time, and you had been warned before.
a|You left the site without permission.
q|Would you let me know what happened?
t|This warning stays on file until 5 June 2027.`,
  ),
  letter(
    "ontslag op staande voet",
    ["Ons kenmerk: OV/1", "Betreft: ontslag"],
    [["WRITER", "OV/1"]],
    "Geachte heer Vos,",
    "Hoogachtend,\n\nM. Lans",
    `
a|Hierbij ontslaan wij u op staande voet.
a|De redenen zijn de volgende:
a|* u hebt op 4 juni geld uit de kas genomen;
a|* u hebt daarover gelogen tegen uw leidinggevende.
qt|Wij sommeren u uw sleutels binnen 24 uur in te leveren.`,
  ),
  letter(
    "loonsanctie werkgever",
    ["Datum: 2 juli 2026", "Onze referentie: LS 8"],
    [["WRITER", "LS 8"]],
    "Beste Fleur,",
    groet,
    `
a|Je bent niet verschenen op het spreekuur van 28 juni.
a|De bedrijfsarts kon daardoor geen advies geven.
a|Daarom stoppen wij je loon met ingang van vandaag.
qt|Meld je uiterlijk vrijdag bij de bedrijfsarts.
-|Sterkte gewenst.`,
  ),
  letter(
    "concurrentiebeding",
    ["Kenmerk: CB-2"],
    [["WRITER", "CB-2"]],
    "Geachte mevrouw Prins,",
    groet,
    `
a|U bent op 1 mei in dienst getreden bij een concurrent.
a|Daarmee handelt u in strijd met artikel 8 van uw overeenkomst.
a|U bent ons een boete van € 5.000 verschuldigd.
q|Wij verlangen dat u uw werkzaamheden daar staakt.
t|Doet u dat niet binnen vijf dagen, dan starten wij een procedure.`,
  ),
  letter(
    "bezwaar niet ontvankelijk",
    ["Ons kenmerk: BZ/14", "Uw kenmerk: MK"],
    [
      ["WRITER", "BZ/14"],
      ["READER", "MK"],
    ],
    "Geachte heer Kuipers,",
    "Hoogachtend,\n\nA. Dekker",
    `
a|Uw bezwaar is te laat ingediend.
a|De termijn liep af op 3 maart, terwijl uw brief op 9 maart is ontvangen.
a|U hebt geen reden voor de vertraging gegeven.
t|Beroep staat open tot zes weken na vandaag.
-|Een afschrift van dit besluit is aan uw werkgever gezonden.`,
  ),
  letter(
    "verhuurder huurverhoging",
    ["Betreft: huur per 1 juli"],
    [],
    "Beste bewoner,",
    groet,
    `
a|De huur stijgt op 1 juli 2026 met 4%.
a|Uw nieuwe huur wordt € 812 per maand.
a|Het onderhoud aan de gevel is afgerond.
qt|Wilt u een bezwaar vóór 15 juni 2026 indienen?
-|Prettige dag verder.`,
  ),
  letter(
    "landlord repairs",
    ["Our ref: R/2"],
    [["WRITER", "R/2"]],
    "Dear Mr Dunn,",
    regards,
    `
a|The boiler was inspected on 4 May.
a|The fault was caused by misuse, and it is your responsibility under clause 6.
a|We are not liable for the damage.
q|Could you send us the invoice of the plumber?
-|I look forward to hearing from you.`,
  ),
  letter(
    "reintegratie plan",
    ["Datum: 11 mei 2026", "Ons kenmerk: RI.5"],
    [["WRITER", "RI.5"]],
    "Beste Tom,",
    groet,
    `
a|Het plan van aanpak is door ons volledig uitgevoerd.
a|Jij hebt twee afspraken afgezegd.
a|Het aangeboden werk is passend en de arbeidsdeskundige is het daarmee eens.
q|Waarom ben je gisteren niet begonnen?
qt|Laat het mij uiterlijk 15 mei weten.`,
  ),
  letter(
    "studiekosten",
    ["Ons kenmerk: ST-6"],
    [["WRITER", "ST-6"]],
    "Beste Lisa,",
    groet,
    `
a|Je hebt ontslag genomen per 1 augustus.
a|Volgens de overeenkomst betaal je dan de helft van de studiekosten terug.
a|Dat is € 925, wat wij verrekenen met je laatste salaris.
q|Wil je het formulier getekend terugsturen?
-|Bedankt voor je inzet.`,
  ),
  letter(
    "grievance outcome",
    ["Our ref: G-3", "Your ref: none"],
    [
      ["WRITER", "G-3"],
      ["READER", "none"],
    ],
    "Dear Ms Patel,",
    "Yours sincerely,\n\nOwen Gray",
    `
a|Your grievance is not upheld.
a|Nobody witnessed the remarks that you describe.
a|Your manager denies that she made them.
t|You can appeal by 20 June 2026.
q|Please tell us whether you want to be accompanied.`,
  ),
  letter(
    "insurer asks documents",
    ["Reference: Z1"],
    [["WRITER", "Z1"]],
    "Dear Mr Ford,",
    regards,
    `
a|We received your claim on 7 May.
a|The photographs do not show the damage.
q|Please provide the following documents:
-|* the receipt of the laptop;
-|* the police report.
t|Without them we will close the file within 30 days.`,
  ),
];
