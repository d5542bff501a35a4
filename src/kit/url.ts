/** Reads the address of a server: an absolute URL with http or https. Undefined for every other text. */
export const serverUrl = (text: string): URL | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "http:" || url?.protocol === "https:" ? url : undefined;
};
