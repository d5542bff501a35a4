import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Code, ConnectError } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rulingCountLines } from "../../src/cli/commands/law/ruling-list.ts";
import type { RunningPincite } from "../../src/cli/types.ts";
import { startPincite } from "../../src/main.ts";
import { rulingXml } from "../lawbot/support/case-client.ts";
import { newFolder } from "../support/new-folder.ts";
import { cli } from "./support/cli.ts";

const ecli = "ECLI:NL:HR:2020:1";
const body =
  '<section role="overwegingen"><title><nr>3</nr> Beoordeling</title><paragroup><nr>3.1</nr><para>De werkgever heeft zorgvuldig gehandeld.</para></paragroup><paragroup><nr>3.2</nr><para>Verweerster stelt dat de opzegging niet geldt.</para></paragroup></section>';
let server: RunningPincite;
let folder = "";
const pincite = (...argv: string[]) => cli(["--url", server.url, ...argv]);

beforeAll(async () => {
  server = await startPincite({ dataDir: undefined, port: 0, log: "silent" });
  folder = newFolder("rulings");
});
afterAll(() => server.stop());

describe("rulings on the command line", () => {
  it("are none at first, and how to get one is told", async () => {
    const { code, out } = await pincite("law", "list", "--rulings");
    expect(code).toBe(0);
    expect(out).toContain("pincite law fetch ECLI:");
    expect((await pincite("law", "show", ecli)).err).toContain("no ruling is loaded");
    expect((await pincite("law", "list")).out).not.toContain("ruling");
  });

  it("are listed as they are cited, and counted beside the laws", async () => {
    const file = join(folder, "r.xml");
    writeFileSync(file, rulingXml(body, ecli));
    expect((await pincite("law", "import", file)).code).toBe(0);
    const { out } = await pincite("law", "list", "--rulings");
    expect(out).toContain(
      "HR 17 januari 2020, ECLI:NL:HR:2020:1  3 considerations, 1 of them guessed\n1 ruling is loaded.",
    );
    expect((await pincite("law", "list")).out).toContain("1 ruling is loaded: `pincite law list --rulings`.");
  });

  it("are shown whole, with the editors' words told apart", async () => {
    const { code, out } = await pincite("law", "show", ecli);
    expect(code).toBe(0);
    expect(out).toMatch(/^HR 17 januari 2020, ECLI:NL:HR:2020:1\n {2}Hoge Raad, 2020-01-17, Uitspraak\n/);
    expect(out).toMatch(/Of the editors, not to be quoted:\n {4}Samenvatting van de redactie/);
    expect(out).toContain("    3.1 De werkgever heeft zorgvuldig gehandeld.");
  });

  it.each([`${ecli}, r.o. 3.1`, "law:ECLI:NL:HR:2020:1#/Overweging3/1"])(
    "are shown by consideration: %s",
    async (what) => {
      const { code, out } = await pincite("law", "show", what);
      expect(code).toBe(0);
      expect(out).toContain("De werkgever heeft zorgvuldig gehandeld.");
      expect(out).not.toContain("Verweerster");
      expect(out).toContain("Cite as: HR 17 januari 2020, ECLI:NL:HR:2020:1, r.o. 3.1");
      expect(out).toContain("Id:      law:ECLI:NL:HR:2020:1#/Overweging3/1");
    },
  );

  it("say whose words they are where they are a party's", async () => {
    const { out } = await pincite("law", "show", `${ecli}, r.o. 3.2`);
    expect(out).toContain("tells what a party holds, not what the court does");
  });

  it("say what does exist, once, and exit with 3", async () => {
    const { code, err } = await pincite("law", "show", `${ecli}, r.o. 9`);
    expect(code).toBe(3);
    expect(err.match(/r\.o\. 3\.1/g)).toHaveLength(1);
    const unit = await pincite("law", "show", `law:${ecli}#/X`);
    expect(unit.code).toBe(3);
    expect(unit.err).toContain(`pincite law show ${ecli}`);
    expect((await pincite("law", "show", "ECLI:NL:HR:2020:2")).code).toBe(3);
  });

  it("are searched when asked for, and never by the way", async () => {
    const { out } = await pincite("law", "search", "--rulings", "zorgvuldig");
    expect(out).toContain("law:ECLI:NL:HR:2020:1#/Overweging3/1");
    const both = await pincite("law", "search", "--rulings", "zorgvuldig", "--on", "2020-01-01");
    expect(both.code).toBe(2);
    expect(both.err).toContain("leave --on or --rulings out");
    for (const command of ["search", "cite"]) {
      const { code, err } = await pincite("law", command, ecli);
      expect(code).toBe(3);
      expect(err).toContain("pincite law show");
    }
  });

  it("are no error of `law list` where the server has none of their calls, and any other error is told", async () => {
    const failing = (code: Code) => ({ listRulings: () => Promise.reject(new ConnectError("x", code)) }) as never;
    expect(await rulingCountLines(failing(Code.Unimplemented))).toEqual([]);
    await expect(rulingCountLines(failing(Code.Unavailable))).rejects.toThrow();
  });
});
