/** The services whose tools are built in. */
export const services = ["vault", "lawbot"] as const;

export type Service = (typeof services)[number];

/** The service that answers a tool: its name begins with it. Undefined for tools that clients execute. */
export const serviceOf = (toolName: string): Service | undefined =>
  services.find((service) => toolName.startsWith(`${service}.`));
