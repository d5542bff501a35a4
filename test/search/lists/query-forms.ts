/** Documents of the list below, by the names that stand in it. */
export const listedDocuments = [
  "vries", // from Jan de Vries to Anna Bos, cc Eva Smit, 2025-03-10, subject "Ontslag", an attachment loonstrook.pdf
  "bos", // from Anna Bos to Jan de Vries, 2025-04-02, subject "Re: Contract verlenging"
  "smit", // from Eva Smit to Anna Bos, 2024-12-31, subject "Plan van aanpak"
  "brief", // a file brief-opzegging.docx.md without a date
] as const;
export type Listed = (typeof listedDocuments)[number];

/**
 * What lawyers type, from the search languages that they have in their fingers: Gmail, Outlook (KQL), Westlaw, dtSearch
 * and Relativity. Written down before the parser was. Each with the documents it means, or `told` where we have no such
 * question and must say so; a told one is answered as well as the rest of it can be.
 */
export const queryForms: readonly {
  readonly typed: string;
  readonly means: readonly Listed[] | "told";
  readonly from: string;
}[] = [
  { typed: "from:vries", means: ["vries"], from: "Gmail" },
  { typed: "from:jan@voorbeeld.nl", means: ["vries"], from: "Gmail" },
  { typed: "to:bos", means: ["vries", "smit"], from: "Gmail" },
  { typed: 'cc:"Eva Smit"', means: ["vries"], from: "Outlook" },
  { typed: "subject:contract", means: ["bos"], from: "Outlook" },
  { typed: 'subject:"plan van aanpak"', means: ["smit"], from: "Outlook" },
  { typed: "from:(vries OR smit)", means: ["vries", "smit"], from: "Gmail" },
  { typed: "date:2025", means: ["vries", "bos"], from: "Relativity" },
  { typed: "date:2025-03", means: ["vries"], from: "Relativity" },
  { typed: "date:2024-12-01..2025-03-31", means: ["vries", "smit"], from: "Outlook" },
  { typed: "after:2025-03-01 before:2025-04-01", means: ["vries"], from: "Gmail" },
  { typed: "received>=1-4-2025", means: ["bos"], from: "Outlook" },
  { typed: "has:attachment", means: ["vries"], from: "Gmail" },
  { typed: "hasattachment:yes", means: ["vries"], from: "Outlook" },
  { typed: "filename:loonstrook.pdf", means: ["vries"], from: "Gmail" },
  { typed: "filename:docx", means: ["brief"], from: "Gmail" },
  { typed: "ontslag AND termijn", means: ["vries"], from: "all" },
  { typed: "verlenging OR aanpak", means: ["bos", "smit"], from: "all" },
  { typed: "termijn NOT ontslag", means: ["brief"], from: "all" },
  { typed: "(ontslag OR opzegging) AND termijn", means: ["vries", "brief"], from: "all" },
  { typed: "ontslag -staande", means: ["bos"], from: "Gmail" },
  { typed: "ontslag w/6 voet", means: ["vries"], from: "dtSearch" },
  { typed: "voet pre/5 ontslag", means: [], from: "dtSearch" },
  { typed: "ontslag /6 voet", means: ["vries"], from: "Westlaw" },
  { typed: "NEAR(ontslag voet, 6)", means: ["vries"], from: "FTS" },
  { typed: "ontslag AROUND(6) voet", means: ["vries"], from: "Google" },
  { typed: '"op staande voet"', means: ["vries"], from: "all" },
  { typed: "*zegging", means: ["brief"], from: "dtSearch" },
  { typed: "opz?gging", means: ["brief"], from: "dtSearch" },
  { typed: "verleng*", means: ["bos"], from: "all" },
  { typed: "van:vries onderwerp:ontslag", means: ["vries"], from: "Outlook in Dutch" },
  { typed: "ontslag EN termijn", means: ["vries"], from: "Outlook in Dutch" },
  { typed: "in:inbox ontslag", means: "told", from: "Gmail" },
  { typed: "is:unread ontslag", means: "told", from: "Gmail" },
  { typed: "larger:5M", means: "told", from: "Gmail" },
  { typed: "ontslag w/s termijn", means: "told", from: "Westlaw" },
  { typed: "ontslag~", means: "told", from: "dtSearch" },
  { typed: "(ontslag AND termijn", means: "told", from: "a slip" },
  { typed: "date:gisteren", means: "told", from: "Outlook" },
  { typed: "importance:high ontslag", means: "told", from: "Outlook" },
  { typed: "ontslag AND", means: "told", from: "a slip" },
  { typed: "/ontsl[ao]g/", means: "told", from: "a regular expression" },
];
