import dgram from "node:dgram";
import dns from "node:dns";
import net from "node:net";

// Loaded before a program (`node --import`): whatever would open a socket, listen on one or ask for a name, ends it with
// 97 and a word on standard error. TLS, HTTP, HTTP/2 and fetch all go through these.

const refuse = (what) => () => {
  process.stderr.write(`NO-NETWORK: ${what}\n`);
  process.exit(97);
};
net.Socket.prototype.connect = refuse("connect");
net.Server.prototype.listen = refuse("listen");
dgram.Socket.prototype.bind = refuse("bind");
dgram.Socket.prototype.send = refuse("send");
for (const name of Object.keys(dns)) if (/^(lookup|resolve)/.test(name)) dns[name] = refuse(name);
for (const name of Object.keys(dns.promises)) if (/^(lookup|resolve)/.test(name)) dns.promises[name] = refuse(name);
