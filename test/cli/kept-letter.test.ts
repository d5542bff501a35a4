import { afterAll, beforeAll, expect, it } from "vitest";
import { OrchestratorState as State } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { sayMyself } from "../e2e/support/say-myself.ts";
import { importFiles, startTestServer, type TestServer } from "../e2e/support/server.ts";
import { cli } from "./support/cli.ts";

const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text) });
const [keys, weeks, bond] = [
  "De drie sleutels zijn ingeleverd.",
  "Half maart zat Noor de hele week in Tilveld.",
  "De borg was 900 euro.",
];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const files = [file("sleutels.txt", `${keys}\n`), file("noor.txt", `${weeks}\n`), file("borg.txt", `${bond}\n`)];
  await importFiles(server, files);
});
afterAll(() => server.stop());

// Within one command her sentence came back; a claim that was reworded asks for new choices, and the letter was written anew two commands on.
it("keeps what she wrote of the other claims when one is reworded, over as many commands as it takes", async () => {
  const driver = await RunDriver.seeking(server, "", "De borg terug", [keys, weeks, bond]);
  const env = { PINCITE_URL: server.url, PINCITE_LANG: "nl" };
  const go = async (...words: string[]): Promise<string> => {
    const sign = (await driver.read()).version.replace(/^(\d+-[0-9a-f]{4}).*$/u, "$1");
    return (await cli(["run", "go", driver.runId, ...(words.length > 0 ? [sign] : []), ...words], { env })).out;
  };
  const toTheLetter = async (): Promise<string> => {
    let shown = "";
    for (let step = 0; step < 8 && (await driver.read()).state < State.DRAFT; step++) {
      shown = await go("ja");
    }
    return shown;
  };
  await go("ja", "bewijsvraag:1=1", "bewijsvraag:2=1", "bewijsvraag:3=1");
  await toTheLetter();
  const mine = `In mijn aantekening staat: “${keys}”`;
  await sayMyself(driver, "sleutels", mine);
  const reworded = "Noor was half maart de hele week in Tilveld.";
  await go(`stelling:2=${reworded}`);
  expect((await driver.read()).state).toBe(State.EVIDENCE_NEEDS);
  await go("ja", "bewijsvraag:2=1");
  const letter = (await toTheLetter()).replaceAll(/\s+/gu, " ");
  expect((await driver.read()).state).toBe(State.DRAFT);
  expect(letter).toContain(mine);
  // What the guide wrote of the claim as it was is not hers, and goes.
  expect(letter).toContain("Noor was half maart de hele week in Tilveld; in het stuk (noor) staat");
  expect(letter).toContain("In het stuk (borg) staat");
  // Her words of a claim go with the claim that they were of.
  await sayMyself(driver, "900 euro", `Ik betaalde: “${bond}”`);
  await go("stelling:3=Dat was een borg van 900 euro.");
  await go("ja", "bewijsvraag:3=1");
  const other = (await toTheLetter()).replaceAll(/\s+/gu, " ");
  expect(other).toContain(mine);
  expect(other).not.toContain("Ik betaalde");
  expect(other).toContain("Dat was een borg van 900 euro");
});
