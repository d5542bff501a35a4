import { compareFolder } from "./compare.ts";

/**
 * Compares the two verifiers of proofs over files that somebody else wrote:
 *
 *     node test/simulation/proof-second/main.ts FOLDER [KEY_ID]
 *
 * Prints each file that they judge differently, and how many broke where. Ends with 1 if there is a difference.
 */
const [folder, keyId] = process.argv.slice(2);
if (folder === undefined) {
  console.error("usage: node test/simulation/proof-second/main.ts FOLDER [KEY_ID]");
  process.exit(2);
}
const { agreed, disagreements } = await compareFolder(folder, keyId);
const counts = new Map<string, number>();
for (const code of agreed.values()) counts.set(code, (counts.get(code) ?? 0) + 1);
for (const { name, ours, second } of disagreements) console.log(`${name}: ours ${ours}, second ${second}`);
console.log([...counts].map(([code, count]) => `${code} ${count}`).join(", "));
console.log(`${agreed.size} files judged alike, ${disagreements.length} differently`);
process.exitCode = disagreements.length === 0 ? 0 : 1;
