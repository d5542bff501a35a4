/** Phrases of the way through a run, English to Dutch. */
export const goInDutch = {
  "Step {1} of 6: {2}": "Stap {1} van 6: {2}",
  "what it is about": "waar het om gaat",
  "what you say": "wat u stelt",
  "what has to be shown": "wat er moet blijken",
  "in which document it stands": "in welk stuk het staat",
  "the exact words": "de precieze woorden",
  "the letter itself": "de brief zelf",
  "Your goal: {1}": "Uw doel: {1}",
  "The law is read as it was on {1}.": "De wet wordt gelezen zoals zij geldt op {1}.",
  "Who wrote something in this case": "Wie er in deze zaak iets schreef",
  "who is that?": "wie is dat?",
  "nothing found yet": "nog niets gevonden",
  "found: {1}": "gevonden: {1}",
  "found: {1}, and {2} more": "gevonden: {1}, en nog {2}",
  // A quote that its source does not have.
  "These words stand there more than once. Say which:": "Deze woorden staan er meer dan eens. Zeg welke u bedoelt:",
  "Nothing like it stands in this document.": "Niets in dit stuk lijkt erop.",
  "Nearest to it stands:": "Het dichtst daarbij staat:",
  "you left out “{1}”": "u liet “{1}” weg",
  "“{1}” does not stand there": "“{1}” staat er niet",
  "you wrote “{1}”, there stands “{2}”": "u schreef “{1}”, er staat “{2}”",
  "around it: …{1} […] {2}…": "eromheen staat: …{1} […] {2}…",
  "{1} asks for something that is not there. A search for it found this:":
    "{1} vraagt om iets dat er niet is. Een zoekopdracht daarnaar vond dit:",
  "Say of each why it is not what was asked for, such as:":
    "Zeg van elk stuk waarom het niet is wat gevraagd wordt, zoals:",
  "is about something else": "gaat over iets anders",
  "You left this out.": "Dit hebt u weggelaten.",
  "Mind: {1}.": "Let op: {1}.",
  "Not taken along, because you did not name it: {1}.": "Niet meegenomen, omdat u het niet noemde: {1}.",
  "The guide": "De gids",
  yes: "ja",
  no: "nee",
  seen: "gezien",
  goal: "doel",
  "{1}  (draft {2})": "De brief staat in {1}",
  "{1}  {2} bytes, SHA-256 {3}": "{1}  {2} bytes, SHA-256 {3}",
  "Your letter is done. This writes it to a file:": "Uw brief is klaar. Zo komt hij in een bestand:",
  "A search waits for your decision. This shows it:": "Een zoekopdracht wacht op uw besluit. Zo ziet u welke:",
  "The guide is at work. This shows when it is done:": "De gids is bezig. Zo ziet u wanneer het klaar is:",
  "Is the letter right as it stands? Then this makes it final:":
    "Klopt de brief zoals hij er staat? Dan maakt dit hem definitief:",
  "Is this right? Then:": "Klopt dit? Dan:",
  "A yes does not cover what has “Mind” below it ({1}). What of that you have seen and take, you name by itself, such as:":
    "Een ja geldt niet voor waar “Let op” onder staat ({1}). Wat u daarvan gezien hebt en overneemt, noemt u apart, zoals:",
  "What you do not want you leave out, such as:": "Wat u niet wilt, laat u weg, zoals:",
  "Say of the people who are unknown what they are in this case ({1}), such as:":
    "Zeg van wie nog onbekend is wat hij of zij in deze zaak is ({1}), zoals:",
  "Is the goal another one? Then:": "Is het doel anders? Dan:",
  "Say what the letter is for:": "Zeg waar de brief voor is:",
  "Nothing was put forward. Ask the guide in your own words:":
    "Er is niets voorgesteld. Vraag het de gids in uw eigen woorden:",
  "Still missing:": "Er ontbreekt nog:",
  "Or go back a step:": "Of ga een stap terug:",
  "Why not? ": "Waarom niet? ",
  "What is {1} in this case ({2}; nothing: leave it open)? ": "Wat is {1} in deze zaak ({2}; niets: laat het open)? ",
  "You have seen this, and take it? [y/n] ": "Hebt u dit gezien, en neemt u het over? [j/n] ",
  "Is the letter right as it stands, and final? [y/n] ":
    "Klopt de brief zoals hij er staat, en is hij definitief? [j/n] ",
  "Is the rest right? [y/n] ": "Klopt de rest? [j/n] ",
  "What do you leave out (its names, with spaces between them)? ": "Wat laat u weg (de namen, met spaties ertussen)? ",
} as const;

/** Errors and help of the way through a run, English to Dutch. */
export const goSentencesInDutch = {} as const;
