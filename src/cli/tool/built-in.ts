// Generated from src/tool by `node test/support/write-tool-pages.ts`; a test fails when this file and the code differ.

import type { PlainId } from "../../messages/speech.ts";

/** A built-in tool as the command line says it. */
export interface BuiltInTool {
  /** Its member of ToolRequestParams. */
  readonly member: string;
  /** The message that says what it does, in a few words. */
  readonly does: PlainId;
  /** The field that takes the words; absent: words cannot say its parameters. */
  readonly field?: string;
  /** What stands between the items of that field; absent: it is one text. */
  readonly between?: string;
}

/** By name. */
export const builtInTools: Readonly<Record<string, BuiltInTool>> = {
  "lawbot.case_get_spans": {
    member: "lawbotCaseGetSpans",
    does: "tool-does.lawbot-case-get-spans",
  },
  "lawbot.case_resolve_citations": {
    member: "lawbotCaseResolveCitations",
    does: "tool-does.lawbot-case-resolve-citations",
    field: "citations",
    between: ";",
  },
  "lawbot.case_search": {
    member: "lawbotCaseSearch",
    does: "tool-does.lawbot-case-search",
    field: "query",
  },
  "lawbot.get_spans": {
    member: "lawbotGetSpans",
    does: "tool-does.lawbot-get-spans",
  },
  "lawbot.resolve_citations": {
    member: "lawbotResolveCitations",
    does: "tool-does.lawbot-resolve-citations",
    field: "citations",
    between: ";",
  },
  "lawbot.search": {
    member: "lawbotSearch",
    does: "tool-does.lawbot-search",
    field: "query",
  },
  "vault.bundle.attach": {
    member: "vaultBundleAttach",
    does: "tool-does.vault-bundle-attach",
  },
  "vault.bundle.inspect": {
    member: "vaultBundleInspect",
    does: "tool-does.vault-bundle-inspect",
  },
  "vault.get_spans": {
    member: "vaultGetSpans",
    does: "tool-does.vault-get-spans",
  },
  "vault.import": {
    member: "vaultImport",
    does: "tool-does.vault-import",
  },
  "vault.resolve_ids": {
    member: "vaultResolveIds",
    does: "tool-does.vault-resolve-ids",
    field: "evidenceIds",
    between: " ",
  },
  "vault.search": {
    member: "vaultSearch",
    does: "tool-does.vault-search",
    field: "query",
  },
};
