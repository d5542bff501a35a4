// Starts a program of Pincite on a Node that can run it. The files of bin/ alone are plain JavaScript, in words that Node 12 understands, so
// that an old Node gets a clear sentence instead of a syntax error.
// biome-ignore-all lint/style/useNodejsImportProtocol: the node: prefix is younger than the Nodes this must speak to
// biome-ignore-all lint/complexity/useOptionalChain: optional chaining is too
import module from "module";
import { constants, homedir } from "os";
import { dirname, join } from "path";
import { fileURLToPath, pathToFileURL } from "url";

// Asked for in the old way: an import would read every name of fs, and some of them load more modules.
const { existsSync } = module.createRequire(import.meta.url)("fs");
const nodeMajorMin = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * The Node that was installed with the project, whatever the machine has: beside a checkout's packages, or beside this
 * package where it was installed into a folder itself.
 */
const bundledNode = [join(root, "node_modules"), dirname(root)]
  .flatMap((folder) => ["node", "node.exe"].map((name) => join(folder, "node", "bin", name)))
  .find(existsSync);

/**
 * Keeps what Node makes of the sources, so that the next command does not parse and strip them again. In the person's own
 * folder: one that others can write to would let them put code into this program. NODE_COMPILE_CACHE names another.
 */
const keepCompiled = () => {
  if (!module.enableCompileCache) return;
  const caches = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE || join(caches, "pincite"));
};

const fail = (sentence) => {
  process.stderr.write(`pincite: ${sentence}\n`);
  process.exit(1);
};

const runOn = async (node) => {
  // Loaded here, because on a Node that is new enough no command needs it.
  const { spawn } = await import("child_process");
  const child = spawn(node, process.argv.slice(1), { stdio: "inherit" });
  const forward = (signal) => process.on(signal, () => child.kill(signal));
  ["SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR2"].forEach(forward);
  // A terminal sends Ctrl-C to both processes; a second one from here would read as impatience.
  if (process.stdin.isTTY) process.on("SIGINT", () => undefined);
  else forward("SIGINT");
  child.on("error", (error) => fail(`cannot start ${node}: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
};

/** Runs `main` of a program: its source in a checkout, which Node 24 runs as it is; the compiled file in a package. */
export const launch = (source, compiled) => {
  const entry = [join(root, "src", source), join(root, "dist", compiled)].find(existsSync);
  if (!entry) {
    fail(`neither src/${source} nor dist/${compiled} is in ${root}; install the package again`);
  } else if (Number(process.versions.node.split(".")[0]) >= nodeMajorMin) {
    keepCompiled();
    import(pathToFileURL(entry).href)
      .then((program) => program.main())
      .catch((error) => {
        process.stderr.write(`${error && error.stack ? error.stack : error}\n`);
        process.exit(1);
      });
  } else if (bundledNode) {
    runOn(bundledNode);
  } else {
    fail(
      `this is Node ${process.versions.node}, and Pincite needs ${nodeMajorMin} or newer. ` +
        "In a checkout, `npm ci` brings the right one along; otherwise install Node 24 from nodejs.org.",
    );
  }
};
