import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { projectRoot } from "../../scripts/import-rules.ts";
import type { Counted } from "../bench/ways.ts";

/** A whole server in a process of its own, whose files of `src` are counted as they run (V8's precise coverage). */
export interface CountedServer {
  readonly url: string;
  /** The files in which a function ran since the last call of this method. The reading threads are not among them. */
  taken(): Promise<readonly string[]>;
  /** Stops the server, and gives the files in which a function ran in any of its threads. */
  stop(): Promise<readonly string[]>;
}

/** Starts such a server on a folder, which it fills. */
export const startCountedServer = async (folder: string): Promise<CountedServer> => {
  const coverage = join(folder, "coverage");
  mkdirSync(coverage, { recursive: true });
  const child = fork(join(projectRoot, "test/bench/ways-server.ts"), [join(folder, "data")], {
    execArgv: [],
    env: { ...process.env, NODE_V8_COVERAGE: coverage, PINCITE_ERASURE: "on" },
  });
  const heard = async <T>(): Promise<T> => ((await once(child, "message")) as [T])[0];
  const { url } = await heard<{ url: string }>();
  return {
    url,
    async taken() {
      child.send("take");
      const { runs } = await heard<Counted>();
      return [...new Set(runs.map(({ file }) => file))];
    },
    async stop() {
      child.send("end");
      await once(child, "exit");
      return readdirSync(coverage).flatMap((name) => filesOf(readFileSync(join(coverage, name), "utf8")));
    },
  };
};

/** What Node writes at the end of each thread. A function without a name is the module itself, which runs when it is loaded. */
interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly count: number }[];
    }[];
  }[];
}

const root = pathToFileURL(`${projectRoot}/`).href;

const filesOf = (json: string): string[] =>
  (JSON.parse(json) as Coverage).result
    .filter(({ functions }) => functions.some(({ functionName, ranges }) => functionName && ranges[0]!.count > 0))
    .filter(({ url }) => url.startsWith(root))
    .map(({ url }) => url.slice(root.length));
