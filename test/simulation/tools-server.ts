import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openInstallation } from "../../src/installation.ts";
import { openLevelStore } from "../../src/store/level/open.ts";
import { paramsOf } from "../e2e/support/matrix-case.ts";
import { startStandIn } from "../e2e/support/stand-in.ts";

// The program that tools-kill.ts starts and kills: the real services and engine over LevelDB, with slow stand-in tools that
// write down when they began and ended, and a model that asks for case law when it is told to.
const [dir = "", slowMs = "60"] = process.argv.slice(2);
const log = join(dir, "ran.log");
const { signer } = openInstallation(dir);
const store = await openLevelStore({ dir: join(dir, "runs"), clock: { now: () => Date.now() }, signer });

const server = await startStandIn({
  caseLaw: true,
  store,
  run: async ({ request: { id } }) => {
    appendFileSync(log, `begin ${id}\n`);
    await sleep(Number(slowMs));
    appendFileSync(log, `end ${id}\n`);
    return { status: "OK", summary: "done", refinedQuery: "", reason: "" };
  },
});
server.say = ({ step, context }) => {
  const toolName = "lawbot.case_search";
  const params = paramsOf(toolName, "a".repeat(64));
  if (step === 0 && context?.userPrompt === "case law")
    return { case: "tool", value: { requests: [{ toolName, reason: "It may help.", params }] } };
  return { case: "final", value: { message: "Done.", nextAction: context?.run?.nextAction?.label ?? "" } };
};
console.log(`serves at ${server.url}`);
