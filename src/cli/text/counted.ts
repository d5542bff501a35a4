/** `1 article`, `2 articles`, `no articles`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count === 0 ? "no" : count} ${count === 1 ? one : many}`;
