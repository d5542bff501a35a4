import { sha256Hex } from "../../sha256.ts";

const utf8 = new TextEncoder();

/**
 * The nodes that a name falls to, at most `count`, the first one first: those whose hash with the name is highest (rendezvous hashing). Whoever knows
 * the same nodes comes to the same, in whatever order; a node that goes moves what fell to it, and one that comes takes its share of each of the others.
 */
export const nodesFor = (name: string, nodes: readonly string[], count: number): string[] =>
  nodes
    .map((node) => ({ node, weight: sha256Hex(utf8.encode(`${node.length}\n${node}\n${name}`)) }))
    .sort((a, b) => (a.weight < b.weight ? 1 : -1))
    .slice(0, count)
    .map(({ node }) => node);
