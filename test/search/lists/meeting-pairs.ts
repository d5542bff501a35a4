/**
 * Sixty questions and a text that answers each, written down before anything was built for them. Every second one was
 * kept unseen while the rules were made: rules were looked at with the others alone. A text counts as met when the question
 * finds it among all sixty.
 */
export const meetingPairs: readonly (readonly [asked: string, text: string])[] = [
  // Compounds: a part finds the whole, and parts written apart meet parts written together.
  ["overeenkomst", "De arbeidsovereenkomst is op schrift gesteld."],
  ["termijn", "Zij hield zich niet aan de opzegtermijn van het contract."],
  ["vergoeding", "Hij verzoekt om een transitievergoeding."],
  ["vakantie", "Er staan nog vakantiedagen open."],
  ["ziekte", "Het ziekteverzuim nam toe in het voorjaar."],
  ["loon", "De loonstrook van mei ontbreekt."],
  ["werkgever", "De werkgeversverklaring is ondertekend."],
  ["vaststellingsovereenkomst", "Partijen sloten een vaststellings-overeenkomst."],
  ["arbeids overeenkomst", "Een nieuwe arbeidsovereenkomst werd niet aangeboden."],
  ["beding", "Het concurrentiebeding is nietig."],
  ["verslag", "Het gespreksverslag volgt per post."],
  ["onderzoek", "Een deskundigenonderzoek werd gelast."],
  ["huur", "De huurachterstand loopt op."],
  ["kosten", "De proceskosten worden gecompenseerd."],
  ["rapport", "Het taxatierapport is gedateerd."],
  ["auto", "De leaseauto moest worden ingeleverd."],
  // Strong verbs and participles.
  ["ontslaan", "Zij is vorige week ontslagen."],
  ["ontslagen", "De directeur ontsloeg hem mondeling."],
  ["werken", "Daar heeft hij jaren gewerkt."],
  ["gewerkt", "Zij werkt op maandag."],
  ["aanbieden", "Er is een ander pand aangeboden."],
  ["aannemen", "Hij werd per direct aangenomen."],
  ["krijgen", "Wij kregen geen antwoord."],
  ["gekregen", "Dat krijgt u nooit."],
  ["schrijven", "De brief werd geschreven door de buurman."],
  ["schreef", "Wie heeft dit geschreven?"],
  ["betalen", "De rekening is nooit betaald."],
  ["opzeggen", "De huur is opgezegd."],
  ["ziekmelden", "Hij heeft zich ziekgemeld."],
  ["ziekgemeld", "Ziekmelden kan alleen per telefoon."],
  ["beloven", "Er werd een bonus beloofd."],
  ["liggen", "De stukken lagen op tafel."],
  ["verliezen", "De pas is verloren geraakt."],
  ["begrepen", "Ik begrijp het voorstel niet."],
  ["besluiten", "De raad besloot anders."],
  ["spreken", "Wij hebben elkaar gesproken."],
  ["overtreden", "Het verbod overtrad zij tweemaal."],
  ["brengen", "Het pakket is gebracht."],
  // Amounts.
  ["2.500", "De factuur bedraagt € 2.500,00 inclusief btw."],
  ["2500", "Het voorschot was € 2.500,- netto."],
  ["€ 1.234,56", "Te betalen: 1234,56 euro."],
  ["12.000", "Een boete van EUR 12000 is verbeurd."],
  ["750,00", "De borg van € 750 is niet terug."],
  ["1,250.00", "Een bedrag van € 1.250 resteert."],
  ["3500,50", "Zij vordert € 3.500,50."],
  ["100.000", "De schade is begroot op € 100.000,--."],
  // Dates.
  ["9-12-2025", "Op 9 december 2025 vond het overleg plaats."],
  ["9 december 2025", "Datum: 09-12-2025."],
  ["2024-03-01", "Het begon op 1 maart 2024."],
  ["1 maart 2023", "Ingangsdatum 01/03/2023."],
  ["31.1.2022", "Per 31 januari 2022 eindigt het."],
  ["5 sept. 2021", "De zitting van 5 september 2021 ging niet door."],
  ["14 juni 2020", "Dated June 14, 2020."],
  ["3 okt 2019", "Op 3-10-19 is gebeld."],
  ["20 augustus 2018", "Verzonden 2018-08-20."],
  // Account and other numbers.
  ["NL91ABNA0417164300", "Graag naar NL91 ABNA 0417 1643 00 overmaken."],
  ["NL20 INGB 0001 2345 67", "Rekening NL20INGB0001234567 is geblokkeerd."],
  ["12.34.56.789", "Rekeningnummer 123456789 bestaat niet."],
  // Forms of nouns.
  ["loonstrook", "Stuur mij het loonstrookje."],
  ["brieven", "In haar briefje stond niets."],
];

/** The half that rules may be looked at with, and the half that is only counted. */
export const seenPairs = meetingPairs.filter((_, at) => at % 2 === 0);
export const unseenPairs = meetingPairs.filter((_, at) => at % 2 === 1);
