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
 * package where it was installed into a folder itself. On what package.json names no package for, the machine's own has to do.
 */
const platform = `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const bundledNode = [join(root, "node_modules"), dirname(root)]
  .flatMap((folder) => ["node", "node.exe"].map((name) => join(folder, `node-${platform}`, "bin", name)))
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

/**
 * What keeps a server small, which only the start of a process can say. V8's young generation doubles up to 128 MiB while an import
 * hands messages through, and collecting a small one costs no more: what a message leaves behind is dead at once. The C library
 * keeps a heap for each thread, whose holes add up to a hundred megabytes, and once a large buffer was freed it takes the next ones
 * from that heap too, where they leave larger holes: with a fixed bound they go back to the system. Who has said any of it otherwise
 * is left alone.
 */
const youngFlag = "--max-semi-space-size";
const leanFlags = () => {
  const said = process.execArgv.concat(process.env.NODE_OPTIONS || "").some((one) => one.includes(youngFlag));
  return said ? [] : [`${youngFlag}=8`];
};
const lean = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "1048576" };
const leanEnv = () => Object.assign({}, lean, process.env);

/** Begins this process again, under its own id, in a way that keeps a server small; where that cannot be it goes on as it is. */
const becomeLean = () => {
  const flags = leanFlags();
  if (flags.length === 0 || !process.execve || process.platform === "win32") return;
  const args = [process.execPath].concat(process.execArgv, flags, process.argv.slice(1));
  try {
    process.execve(process.execPath, args, leanEnv());
  } catch (error) {
    process.stderr.write(`pincite: not begun anew with less memory: ${error.message}\n`);
  }
};

const runOn = async (node, isServer) => {
  // Loaded here, because on a Node that is new enough no command needs it.
  const { spawn } = await import("child_process");
  const args = (isServer ? leanFlags() : []).concat(process.argv.slice(1));
  const child = spawn(node, args, { stdio: "inherit", env: isServer ? leanEnv() : process.env });
  const forward = (signal) => process.on(signal, () => child.kill(signal));
  ["SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR2"].forEach(forward);
  // A terminal sends Ctrl-C to both processes; a second one from here would read as impatience.
  if (process.stdin.isTTY) process.on("SIGINT", () => undefined);
  else forward("SIGINT");
  child.on("error", (error) => fail(`cannot start ${node}: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
};

/**
 * Runs `main` of a program: its source in a checkout, which Node 24 runs as it is; the compiled file in a package. `isServer`: it
 * serves until it is stopped.
 */
export const launch = (source, compiled, isServer) => {
  const entry = [join(root, "src", source), join(root, "dist", compiled)].find(existsSync);
  if (!entry) {
    fail(`neither src/${source} nor dist/${compiled} is in ${root}; install the package again`);
  } else if (Number(process.versions.node.split(".")[0]) >= nodeMajorMin) {
    if (isServer) becomeLean();
    keepCompiled();
    import(pathToFileURL(entry).href)
      .then((program) => program.main())
      .catch((error) => {
        process.stderr.write(`${error && error.stack ? error.stack : error}\n`);
        process.exit(1);
      });
  } else if (bundledNode) {
    runOn(bundledNode, isServer);
  } else {
    fail(
      `this is Node ${process.versions.node}, and Pincite needs ${nodeMajorMin} or newer. ` +
        "On Linux and Windows with an x64 processor `npm ci` in a checkout brings it along; otherwise install Node 24 from nodejs.org.",
    );
  }
};
