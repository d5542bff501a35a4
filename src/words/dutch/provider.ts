/**
 * What is said of a model provider that gave no whole answer, English to Dutch. A whole sentence is put together of the provider's
 * name, what happened, and how long it asks to wait.
 */
export const providerSentencesInDutch: Readonly<Record<string, string>> = {
  "The model provider {1} {2} Or propose yourself.": "De modelaanbieder {1} {2} Of doe zelf een voorstel.",
  "{1} It asks to wait {2} seconds.": "{1} Hij vraagt om {2} seconden te wachten.",
  "could not be reached: check its address and whether it runs, then ask again.":
    "was niet te bereiken: kijk of zijn adres klopt en of hij draait, en vraag het dan opnieuw.",
  "broke off before its answer was whole: ask again.": "brak af voordat zijn antwoord compleet was: vraag het opnieuw.",
  "did not finish in time: ask again, or give the profile a longer provider_timeout_ms.":
    "was niet op tijd klaar: vraag het opnieuw, of geef het profiel een langere provider_timeout_ms.",
  "is overloaded: wait a minute and ask again.": "heeft het te druk: wacht een minuut en vraag het opnieuw.",
  "allows no more calls for now: wait a minute and ask again, or raise the limit of the account.":
    "staat nu geen aanroepen meer toe: wacht een minuut en vraag het opnieuw, of verhoog de limiet van het account.",
  "does not accept this server's key: set the key in the environment of the server and start it again.":
    "aanvaardt de sleutel van deze server niet: zet de sleutel in de omgeving van de server en start hem opnieuw.",
  "refused the request: check its address, the model id in the profile, and that the model takes a prompt of this size.":
    "weigerde het verzoek: kijk of zijn adres en het model in het profiel kloppen, en of het model een vraag van deze lengte aankan.",
  "failed: ask again.": "deed het niet: vraag het opnieuw.",
  "answered with something that is not its own protocol: check that the address is that of such a provider.":
    "antwoordde op een manier die niet de zijne is: kijk of het adres dat van zo'n aanbieder is.",
  "sent more than an answer can be: ask again, or ask for less.":
    "stuurde meer dan een antwoord kan zijn: vraag het opnieuw, of vraag minder.",
  "stopped at its limit of tokens before the answer was whole: ask for less at once, or use another model.":
    "stopte bij zijn limiet van tokens voordat het antwoord compleet was: vraag minder tegelijk, of gebruik een ander model.",
  "declined to answer: put it in other words.": "wilde niet antwoorden: zeg het in andere woorden.",
  "used a tool of its own, which is not allowed here: switch its tools off.":
    "gebruikte eigen gereedschap, en dat mag hier niet: zet zijn gereedschap uit.",
  "answered with another model than the profile names: name the exact model id in the profile.":
    "antwoordde met een ander model dan het profiel noemt: noem in het profiel precies het juiste model.",
  "has no recording of this step: replay the run with the store it was recorded in.":
    "heeft geen opname van deze stap: speel het memo na met de opslag waarin het is vastgelegd.",
};
