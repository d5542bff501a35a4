/**
 * Questions of law as a model asks them for the slots of a memo, six subjects of ten. Written before they were asked of any
 * LawBot, and in words of lawyers, not of a dossier.
 */
export const subjects: readonly (readonly string[])[] = [
  [
    "goed werkgeverschap eenzijdige wijziging arbeidsvoorwaarden",
    "wijzigingsbeding arbeidsovereenkomst zwaarwichtig belang werkgever",
    "wanneer mag een werkgever het loon eenzijdig verlagen",
    "aanpassing arbeidsduur en arbeidsplaats verzoek werknemer",
    "instructierecht werkgever voorschriften verrichten van arbeid",
    "verworven recht bestendige gedraglijn arbeidsvoorwaarde",
    "redelijkheid en billijkheid arbeidsovereenkomst wijziging omstandigheden",
    "vergoeding van kosten van werkzaamheden thuis",
    "schriftelijke vastlegging van toezegging door de werkgever",
    "gelijke behandeling werknemers arbeidsduur",
  ],
  [
    "loondoorbetaling bij ziekte 104 weken",
    "opzegverbod tijdens ziekte van de werknemer",
    "re-integratie passende arbeid verplichting werkgever",
    "deskundigenoordeel vordering loon bij ziekte",
    "verklaring van een deskundige over verhindering werk te verrichten",
    "controlevoorschriften ziekte loon opschorten",
    "bedongen arbeid niet verrichten ziekte recht op loon",
    "plan van aanpak re-integratie werknemer medewerking",
    "vakantiedagen opbouw tijdens arbeidsongeschiktheid",
    "wachtdagen loon eerste twee dagen ziekte",
  ],
  [
    "opzegging arbeidsovereenkomst opzegtermijn werkgever",
    "ontbinding arbeidsovereenkomst kantonrechter gewichtige redenen",
    "ontslag op staande voet dringende reden onverwijld mededelen",
    "kennelijk onredelijke opzegging schadevergoeding",
    "proeftijd schriftelijk overeengekomen duur",
    "concurrentiebeding meerderjarige werknemer schriftelijk",
    "vergoeding bij einde arbeidsovereenkomst",
    "einde van rechtswege arbeidsovereenkomst voor bepaalde tijd",
    "ketenregeling opvolgende arbeidsovereenkomsten onbepaalde tijd",
    "getuigschrift einde dienstbetrekking",
  ],
  [
    "schuldenaar verzuim ingebrekestelling redelijke termijn",
    "schadevergoeding tekortkoming in de nakoming toerekenbaar",
    "ontbinding overeenkomst wegens tekortkoming",
    "wettelijke rente vertraging voldoening geldsom",
    "matiging van een boete door de rechter billijkheid",
    "opschorting van de nakoming door de schuldenaar",
    "onvoorziene omstandigheden wijziging overeenkomst rechter",
    "vernietiging algemene voorwaarden onredelijk bezwarend beding",
    "onverschuldigde betaling terugvordering",
    "onrechtmatige daad schade vergoeden toerekening",
  ],
  [
    "gebreken verhuurde zaak verplichting verhuurder herstel",
    "huurprijsvermindering wegens gebrek aan woonruimte",
    "opzegging huur woonruimte gronden verhuurder dringend eigen gebruik",
    "waarborgsom teruggave einde huur oplevering",
    "huurder kleine herstellingen verplichting",
    "onderhuur toestemming verhuurder woonruimte",
    "renovatie redelijk voorstel voortzetting huur",
    "medehuurder echtgenoot geregistreerd partner woonruimte",
    "servicekosten overzicht verhuurder huurder betaling",
    "ontruiming bescherming huurder bedrijfsruimte",
  ],
  [
    "conformiteit gekochte zaak eigenschappen koper mocht verwachten",
    "koper klachtplicht binnen bekwame tijd kennis geven",
    "consumentenkoop vermoeden gebrek bij aflevering zes maanden",
    "bedenktijd koop op afstand ontbinding",
    "koop van een woning drie dagen bedenktijd koper",
    "opdrachtnemer zorg van een goed opdrachtnemer",
    "aanneming van werk waarschuwingsplicht aannemer",
    "borgtocht particuliere borg maximum bedrag",
    "bewaarneming teruggave van de zaak",
    "vaststellingsovereenkomst beëindiging onzekerheid of geschil",
  ],
];

/** Twenty more, written before the words of a profile were offered, and asked once when that was built. */
export const laterSubjects: readonly (readonly string[])[] = [
  [
    "loon naar tijdruimte vastgesteld tijdstip van uitbetaling",
    "verhoging wegens te late betaling van het loon",
    "aansprakelijkheid werkgever voor schade tijdens het werk",
    "vakantie vaststellen volgens wensen van de werknemer",
    "overgang van een onderneming rechten en verplichtingen",
    "scholing en functiebehoud door werkgever bekostigd",
    "boetebeding in een arbeidsovereenkomst",
    "minimumtermijn aanzegging einde tijdelijk contract",
    "oproepkracht vaste arbeidsomvang vermoeden",
    "zorgplicht veilige werkomgeving",
  ],
  [
    "hoofdelijke aansprakelijkheid van schuldenaren",
    "verrekening van een vordering met een schuld",
    "toerekening van gedragingen van hulppersonen",
    "ongerechtvaardigde verrijking",
    "beding ten behoeve van een derde",
    "aanbod aanvaarding totstandkoming van een overeenkomst",
    "productaansprakelijkheid gebrekkig product",
    "aansprakelijkheid van ouders voor kinderen",
    "overmacht en tijdelijke onmogelijkheid",
    "fatale termijn en verzuim zonder ingebrekestelling",
  ],
];

/** Twenty more, written before words were offered that LawBot publishes, and asked once when that was built. */
export const subjectsOfPublished: readonly (readonly string[])[] = [
  [
    "mag de werkgever de reiskostenvergoeding schrappen",
    "toestemming nodig voor nevenwerkzaamheden van de werknemer",
    "verrekenen van teveel betaald loon met het salaris",
    "schorsing van een werknemer met behoud van loon",
    "verlof opnemen bij bevalling en zwangerschap",
    "uitbetaling van niet genoten vakantiedagen bij het einde van de dienstbetrekking",
    "verjaring van een aanspraak op vakantie",
    "werkgever failliet opzegging door de curator",
    "discriminatie wegens leeftijd bij het aangaan van de arbeidsovereenkomst",
    "collectieve arbeidsovereenkomst afwijken ten nadele van de werknemer",
  ],
  [
    "dwaling bij het sluiten van een koopovereenkomst",
    "bewijslast van de schade bij wanprestatie",
    "eigen schuld van de benadeelde vermindering van de vergoedingsplicht",
    "smartengeld na letsel",
    "huurverhoging geliberaliseerde woning",
    "geluidsoverlast van de buren in een huurwoning",
    "meerwerk zonder opdracht van de aannemer in rekening gebracht",
    "annuleren van een pakketreis kosten voor de reiziger",
    "lening tussen particulieren opeisbaar zonder afgesproken termijn",
    "verzekeraar weigert uitkering wegens verzwijging",
  ],
];

/** Three kinds of dossier, as far as a person of the case typed or confirmed anything: all that a dossier can change. */
export const dossiers: Readonly<Record<string, readonly string[]>> = {
  "the demo's: letters about working at home": [
    "Reactie op de brief van 9 december",
    "Wij willen dat de werkgever de thuiswerkdag laat bestaan; beroep op goed werkgeverschap (art. 7:611 BW).",
    "De werkgever heeft de thuiswerkdag in 2021 schriftelijk toegezegd.",
  ],
  "a Dutch contract with defined terms": [
    "Brief aan Opdrachtgever over de Overeenkomst",
    "Opdrachtgever betaalt de Vergoeding niet; ontbinding en schadevergoeding (art. 6:265 BW).",
    "Opdrachtnemer heeft de Werkzaamheden volgens de Overeenkomst verricht.",
  ],
  "an English letter and mails that name laws": [
    "Reply to the Employer",
    "The Employer stopped paying; rely on art. 7:629 BW and on being a good employer.",
    "The Employee reported sick on 3 March.",
  ],
};
