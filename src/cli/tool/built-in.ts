// Generated from src/tool by `node test/support/write-tool-pages.ts`; a test fails when this file and the code differ.

/** A built-in tool as the command line says it. */
export interface BuiltInTool {
  /** Its member of ToolRequestParams. */
  readonly member: string;
  /** What it does, in a few words. */
  readonly title: string;
  /** The same in Dutch. */
  readonly dutch: string;
  /** The field that takes the words; absent: words cannot say its parameters. */
  readonly field?: string;
  /** What stands between the items of that field; absent: it is one text. */
  readonly between?: string;
}

/** By name. */
export const builtInTools: Readonly<Record<string, BuiltInTool>> = {
  "lawbot.case_get_spans": {
    member: "lawbotCaseGetSpans",
    title: "Finds quotes in the rulings",
    dutch: "Zoekt citaten op in de rechtspraak",
  },
  "lawbot.case_resolve_citations": {
    member: "lawbotCaseResolveCitations",
    title: "Looks up rulings",
    dutch: "Zoekt uitspraken op",
    field: "citations",
    between: ";",
  },
  "lawbot.case_search": {
    member: "lawbotCaseSearch",
    title: "Searches the rulings",
    dutch: "Doorzoekt de rechtspraak",
    field: "query",
  },
  "lawbot.get_spans": {
    member: "lawbotGetSpans",
    title: "Finds quotes in the statutes",
    dutch: "Zoekt citaten op in de wetten",
  },
  "lawbot.resolve_citations": {
    member: "lawbotResolveCitations",
    title: "Looks up articles of law",
    dutch: "Zoekt wetsartikelen op",
    field: "citations",
    between: ";",
  },
  "lawbot.search": {
    member: "lawbotSearch",
    title: "Searches the statutes",
    dutch: "Doorzoekt de wetten",
    field: "query",
  },
  "vault.bundle.attach": {
    member: "vaultBundleAttach",
    title: "Adds a bundle to the case",
    dutch: "Voegt een bundel toe aan de zaak",
  },
  "vault.bundle.inspect": {
    member: "vaultBundleInspect",
    title: "Lists what a bundle holds",
    dutch: "Toont wat een bundel bevat",
  },
  "vault.get_spans": {
    member: "vaultGetSpans",
    title: "Finds quotes in the documents of the case",
    dutch: "Zoekt citaten op in de stukken van de zaak",
  },
  "vault.import": {
    member: "vaultImport",
    title: "Takes a file into the case",
    dutch: "Neemt een bestand op in de zaak",
  },
  "vault.resolve_ids": {
    member: "vaultResolveIds",
    title: "Opens documents of the case",
    dutch: "Opent stukken van de zaak",
    field: "evidenceIds",
    between: " ",
  },
  "vault.search": {
    member: "vaultSearch",
    title: "Searches the documents of the case",
    dutch: "Doorzoekt de stukken van de zaak",
    field: "query",
  },
};
