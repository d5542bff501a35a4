/** Reads the address of a server: an absolute URL with http or https. Undefined for every other text. */
export const serverUrl = (text: string): URL | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "http:" || url?.protocol === "https:" ? url : undefined;
};

/** Whether an address is one of this machine: localhost, 127.0.0.1 or [::1]. */
export const isLoopbackUrl = (text: string): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])$/.test(serverUrl(text)?.hostname ?? "");
