/**
 * Disjoint sets of numbered nodes (union by size, path halving): which messages hang together, in nearly constant time
 * for each link. Sets only ever grow together, so the order of links does not change the result.
 */
export class DisjointSets {
  private readonly parents: number[] = [];
  private readonly sizes: number[] = [];

  /** A new node alone in its set. */
  add(): number {
    const node = this.parents.length;
    this.parents.push(node);
    this.sizes.push(1);
    return node;
  }

  /** The node that stands for the set; another one after a union. */
  find(node: number): number {
    let at = node;
    while (this.parents[at] !== at) {
      const above = this.parents[this.parents[at] as number] as number;
      this.parents[at] = above;
      at = above;
    }
    return at;
  }

  /** Unites two sets. Answers the standing root and the one that was absorbed, or undefined when they were one already. */
  union(a: number, b: number): { root: number; absorbed: number } | undefined {
    let [root, absorbed] = [this.find(a), this.find(b)];
    if (root === absorbed) return undefined;
    if ((this.sizes[root] as number) < (this.sizes[absorbed] as number)) [root, absorbed] = [absorbed, root];
    this.parents[absorbed] = root;
    this.sizes[root] = (this.sizes[root] as number) + (this.sizes[absorbed] as number);
    return { root, absorbed };
  }
}
