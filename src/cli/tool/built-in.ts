// Generated from src/tool by `node test/support/write-tool-pages.ts`; a test fails when this file and the code differ.

/** A built-in tool as the command line says it. */
export interface BuiltInTool {
  /** Its member of ToolRequestParams. */
  readonly member: string;
  /** What it does, in a few words. */
  readonly title: string;
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
  },
  "lawbot.case_resolve_citations": {
    member: "lawbotCaseResolveCitations",
    title: "Looks up rulings",
    field: "citations",
    between: ";",
  },
  "lawbot.case_search": {
    member: "lawbotCaseSearch",
    title: "Searches the rulings",
    field: "query",
  },
  "lawbot.get_spans": {
    member: "lawbotGetSpans",
    title: "Finds quotes in the statutes",
  },
  "lawbot.resolve_citations": {
    member: "lawbotResolveCitations",
    title: "Looks up articles of law",
    field: "citations",
    between: ";",
  },
  "lawbot.search": {
    member: "lawbotSearch",
    title: "Searches the statutes",
    field: "query",
  },
  "vault.bundle.attach": {
    member: "vaultBundleAttach",
    title: "Adds a bundle to the case",
  },
  "vault.bundle.inspect": {
    member: "vaultBundleInspect",
    title: "Lists what a bundle holds",
  },
  "vault.get_spans": {
    member: "vaultGetSpans",
    title: "Finds quotes in the documents of the case",
  },
  "vault.import": {
    member: "vaultImport",
    title: "Takes a file into the case",
  },
  "vault.resolve_ids": {
    member: "vaultResolveIds",
    title: "Opens documents of the case",
    field: "evidenceIds",
    between: " ",
  },
  "vault.search": {
    member: "vaultSearch",
    title: "Searches the documents of the case",
    field: "query",
  },
};
