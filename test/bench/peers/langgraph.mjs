// The whole run as a LangGraph user would build it: a node for each tool result and each stage, an interrupt where a person
// confirms, every step durable before the next (SqliteSaver, WAL, synchronous=FULL, durability "sync").
//
// Usage: node langgraph.mjs STEPS.json DATABASE RUNS AT_ONCE WARM. STEPS: [{ "kind": "tool" | "stage", "name", "content" }].
// After WARM runs that are not measured it prints milliseconds by the wall and of CPU, whether every run came to its end, and
// the bytes of the database.
import { readFileSync, statSync } from "node:fs";
import { Annotation, Command, END, interrupt, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";

const [stepsFile, database, runs, atOnce, warm] = process.argv.slice(2);
const steps = JSON.parse(readFileSync(stepsFile, "utf8"));

const State = Annotation.Root({
  artifacts: Annotation({ reducer: (all, some) => ({ ...all, ...some }), default: () => ({}) }),
  confirmed: Annotation({ reducer: (all, some) => ({ ...all, ...some }), default: () => ({}) }),
  toolResults: Annotation({ reducer: (all, some) => [...all, ...some], default: () => [] }),
});

const saver = SqliteSaver.fromConnString(database);
saver.db.pragma("journal_mode = WAL");
saver.db.pragma("synchronous = FULL");

const graphOf = () => {
  const graph = new StateGraph(State);
  let last = START;
  const then = (name, node) => {
    graph.addNode(name, node);
    graph.addEdge(last, name);
    last = name;
  };
  for (const { kind, name, content } of steps) {
    if (kind === "tool") then(name, () => ({ toolResults: [content] }));
    else {
      then(name, () => ({ artifacts: { [name]: content } }));
      then(`confirm-${name}`, () => ({ confirmed: { [name]: interrupt({ confirm: name }) } }));
    }
  }
  graph.addEdge(last, END);
  return graph.compile({ checkpointer: saver });
};

const graph = graphOf();
const stages = steps.filter(({ kind }) => kind === "stage").length;

const run = async (name) => {
  const config = { configurable: { thread_id: name }, durability: "sync", recursionLimit: 1_000 };
  let state = await graph.invoke({}, config);
  for (let i = 0; i < stages; i++) state = await graph.invoke(new Command({ resume: "yes" }), config);
  return Object.keys(state.confirmed).length === stages;
};

let next = 0;
let ended = 0;
const worker = async () => {
  for (let n = next++; n < Number(runs); n = next++) if (await run(`run-${n}`)) ended++;
};
await Promise.all(Array.from({ length: Number(warm) }, (_, n) => run(`warm-${n}`)));
const start = performance.now();
const begun = process.cpuUsage();
await Promise.all(Array.from({ length: Number(atOnce) }, worker));
const ms = performance.now() - start;
const { user, system } = process.cpuUsage(begun);
saver.db.pragma("wal_checkpoint(TRUNCATE)");
console.log(JSON.stringify({ ms, cpuMs: (user + system) / 1_000, ended, bytes: statSync(database).size }));
