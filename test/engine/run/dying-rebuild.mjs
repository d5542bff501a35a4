// A process that opens the runs of a folder, begins to bring their index up to date, and is killed in its n-th commit: SIGKILL,
// while the commit is being written, so that nothing can be tidied up. Arguments: the folder, n.
import { openIndex } from "../../../src/engine/run/index-rebuild.ts";
import { openLevelStore } from "../../../src/store/level/open.ts";

const [dir, n] = process.argv.slice(2);
const store = await openLevelStore({ dir, clock: { now: () => Date.now() } });
const [owner] = await store.owners();
let left = Number(n);
const dying = new Proxy(store, {
  get: (target, name) => {
    const value = Reflect.get(target, name);
    if (typeof value !== "function") return value;
    return (...args) => {
      const answer = value.apply(target, args);
      // Most commits of a rebuild write; the death falls somewhere in the writing.
      if (name === "commit" && --left === 0) setImmediate(() => process.kill(process.pid, "SIGKILL"));
      return answer;
    };
  },
});
await openIndex(dying, owner, { recordsAtOnce: 10 });
process.stdout.write("whole\n");
await store.close();
