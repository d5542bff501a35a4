/** The folder of the package, which has `proto/` and `demo/`. src/ and the flat dist/ stand directly in it. */
export const packageRoot = new URL("../", import.meta.url);
