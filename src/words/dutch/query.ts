/** What is said of a query that was not understood, English to Dutch. What is filled in are words of the query. */
export const queryNotesInDutch: Readonly<Record<string, string>> = {
  "{1} looks like a regular expression, which is not understood; its letters were searched as words.":
    "{1} lijkt op een reguliere uitdrukking, en die wordt niet begrepen; de letters zijn als woorden gezocht.",
  "{1} is not understood: a distance is told in words, as in w/5. It was passed over.":
    "{1} wordt niet begrepen: een afstand wordt in woorden gezegd, zoals w/5. Het is overgeslagen.",
  "{1} for words written alike is not understood; {2} was searched as it stands.":
    "{1} voor woorden die erop lijken wordt niet begrepen; {2} is gezocht zoals het er staat.",
  "Only the first {1} words were searched for.": "Alleen de eerste {1} woorden zijn gezocht.",
  "There is no {1}: to ask by here; {2}:{3} was left out.":
    "Op {1}: kan hier niet worden gezocht; {2}:{3} is weggelaten.",
  '{1}: is no field here; "{2}" and what follows were searched as words.':
    '{1}: is hier geen veld; "{2}" en wat volgt zijn als woorden gezocht.',
  "{1}{2} is no date that is understood: write 2025, 2025-03, 10-3-2025 or 2025-01-01..2025-06-30. It was left out.":
    "{1}{2} is geen datum die wordt begrepen: schrijf 2025, 2025-03, 10-3-2025 of 2025-01-01..2025-06-30. Het is weggelaten.",
  "{1}(…) can hold words and phrases alone; it was left out.":
    "{1}(…) kan alleen woorden en woordgroepen bevatten; het is weggelaten.",
  "{1} has nothing behind it; it was passed over.": "Achter {1} staat niets; het is overgeslagen.",
  "{1} has nothing before it; it was passed over.": "Voor {1} staat niets; het is overgeslagen.",
  "{1}:{2} is not understood: has:attachment is what can be asked. It was left out.":
    "{1}:{2} wordt niet begrepen: has:attachment is wat kan worden gevraagd. Het is weggelaten.",
  'A ")" closes no bracket; it was passed over.': 'Een ")" sluit geen haakje; het is overgeslagen.',
  '{1} needs a word, a "phrase" or a bracket of them on either side; it was passed over.':
    '{1} vraagt aan beide kanten een woord, een "woordgroep" of die tussen haakjes; het is overgeslagen.',
  "Brackets stand too deep in one another; the innermost were passed over.":
    "De haakjes staan te diep in elkaar; de binnenste zijn overgeslagen.",
  'A "(" is not closed; it was closed at the end.': 'Een "(" wordt niet gesloten; het is aan het eind gesloten.',
};
