import type { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolSpec_Risk, ToolSpec_Trigger } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { toolSpecs } from "../../src/tool/catalogue.ts";
import { decide, type PolicyAnswer, type Requester } from "../../src/tool/policy.ts";
import { stageName, stages } from "../../src/tool/stages.ts";

/** One answer of the policy, on a server that can run every tool. */
export interface PolicyCell extends PolicyAnswer {
  readonly toolName: string;
  readonly state: OrchestratorState;
  readonly requester: Requester;
  readonly caseLaw: boolean;
}

const requesters: readonly Requester[] = ["llm", "user"];
const available = toolSpecs.map((spec) => spec.name);

/** The policy's answer for every tool, requester, profile and stage, in that order: 12 × 2 × 2 × 6 cells. */
export const policyCells = (): PolicyCell[] =>
  toolSpecs.flatMap(({ name: toolName }) =>
    requesters.flatMap((requester) =>
      [false, true].flatMap((caseLaw) =>
        stages.map((state) => ({
          toolName,
          requester,
          caseLaw,
          state,
          ...decide({ toolName, state, requester, profile: { caseLaw }, available }),
        })),
      ),
    ),
  );

const words = { ALLOW: "allow", ASK: "ask", REFUSE: "–" } as const;

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** Stages in the order of the cells, so the rows are cut from them by sixes. */
const decisionRows = (): string[] => {
  const cells = policyCells();
  return cells
    .filter((_, index) => index % stages.length === 0)
    .map(({ toolName, requester, caseLaw }, at) => {
      const decisions = cells.slice(at * stages.length, (at + 1) * stages.length).map((cell) => words[cell.decision]);
      const who = requester === "llm" ? "model" : "user";
      return row([`\`${toolName}\``, who, caseLaw ? "opted in" : "not opted in", ...decisions]);
    });
};

const specRows = (): string[] =>
  toolSpecs.map((spec) =>
    row([
      `\`${spec.name}\``,
      spec.risk === ToolSpec_Risk.READ_ONLY ? "reads" : "changes the Vault",
      spec.trigger === ToolSpec_Trigger.AUTO_RUN ? "auto-run" : "manual",
      `${spec.timeoutMs / 1000} s`,
      spec.description,
    ]),
  );

/** The page docs/tool-policy.md, from the specs and the policy themselves. */
export const policyPage = (): string =>
  [
    "# Which tool may run when",
    "",
    "Generated from `src/tool` by `node test/support/write-tool-pages.ts`; a test fails when this page and the code differ.",
    "",
    "Each request for a tool is decided by one pure function before it runs. What is not listed here is refused, with a reason that",
    "says where the tool is allowed. A model's wish, a chat message or a document cannot change an answer.",
    "",
    "- **allow**: may run at once. A model's request runs inside its turn; a user's when ExecuteToolRequest is called.",
    "- **ask**: the request is recorded, and runs only after a person confirmed exactly these parameters. For the opt-in tools a",
    "  person may say so once for the rest of the run; for tools that change the Vault never.",
    "- **–**: refused, and recorded as refused.",
    "",
    "A tool for which the server has no executor is refused in every cell. Running a tool never binds evidence.",
    "",
    "## Tools",
    "",
    row(["tool", "risk", "trigger", "time limit", "what it does"]),
    row(["---", "---", "---", "---", "---"]),
    ...specRows(),
    "",
    "## Decisions",
    "",
    row(["tool", "asked by", "case law", ...stages.map(stageName)]),
    row(["---", "---", "---", ...stages.map(() => "---")]),
    ...decisionRows(),
    "",
  ].join("\n");
