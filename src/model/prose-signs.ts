/*
 * Signs in prose, Dutch and English, by which a reply is refused. They are tripwires, not proofs: what a reply can do
 * is bounded elsewhere. A sign that fires wrongly costs one turn, so each pattern asks for the speaker or the syntax.
 * Repetitions are bounded, since the text is an attacker's: no pattern takes more than linear time.
 */

const thinkingTags = /<\s{0,8}\/?\s{0,8}(?:think|thinking|thought|reasoning|reflection|scratchpad)\b/iu;
const bracketTags = /\[\s{0,8}\/?\s{0,8}(?:think|thinking|reasoning|scratchpad)\s{0,8}\]/iu;
/** Control tokens of chat templates, such as `<|im_start|>`. */
const templateTokens = /<\|[a-z_]{1,32}\|>/iu;
const preface =
  /^\s*(?:ok(?:ay)?[,.]?\s+|alright[,.]?\s+|hmm[,.]?\s+)?(?:let(?:'s| us| me) (?:think|reason|analy[sz]e)|thinking:|thoughts?:|reasoning:|chain of thought|my reasoning|the user (?:wants|asks|is asking)|i need to (?:think|figure)|laat (?:me|ik) (?:eens )?(?:na)?denken|even (?:na)?denken|mijn redenering|redenering:|gedachten?:|de gebruiker (?:wil|vraagt))/iu;

/** Reasoning that was meant to stay inside: tags, template tokens, or a reply that begins by thinking aloud. */
export const cotLeak = (text: string): boolean =>
  thinkingTags.test(text) || bracketTags.test(text) || templateTokens.test(text) || preface.test(text);

const contextMarker = /TOOL_CONTEXT_(?:START|END)/iu;
const callTags = /<\s{0,8}\/?\s{0,8}(?:tool_?calls?|tool_?request|function_?calls?|(?:\w+:)?invoke)\b/iu;
const callKeys = /["']?\b(?:tool_name|toolName|tool_request|tool_id|tool_calls?|function_call)["']?\s*[:=]\s*["'{[]/u;
const callExpression = /\b(?:vault|lawbot)(?:\.[a-z_]+){1,2}\s*\(/u;

/** Text that looks like a call or like the frame of a tool result. A tool's bare name is no syntax. */
export const toolSyntax = (text: string): boolean =>
  contextMarker.test(text) ||
  callTags.test(text) ||
  callKeys.test(text) ||
  callExpression.test(text) ||
  text.includes("```");

const englishClaim =
  /\b(?:i|we)(?:['’]ve| have| had)?(?: now| just| also| already)*(?: not(?! (?:yet )?searched))? (?:searched|found|looked up|located|retrieved|checked|consulted|discovered)\b/iu;
const englishPassive =
  /\b(?:was|were|has been|have been) (?:found|retrieved|located)\b|\b(?:my|the) search(?:es)? (?:found|shows?|showed|returned|turned up|gave)\b|\b(?:search|tool) results? (?:show|confirm|prove)/iu;
const dutchClaim =
  /\b(?:ik|wij|we) (?:heb|hebben|had|hadden)\b[^.?!\n]{0,80}\b(?<!niet )(?:gezocht|doorzocht|opgezocht|gevonden|aangetroffen|opgehaald|nagekeken|geraadpleegd)\b|\b(?:ik|wij|we) (?:vond|vonden|zocht|zochten|trof|troffen)\b/iu;
const dutchPassive =
  /\b(?:is|zijn|werd|werden)\b[^.?!\n]{0,60}\b(?:gevonden|aangetroffen)\b|\b(?:mijn|de) zoek(?:opdracht|actie|tocht)(?:en)? (?:leverde|toont|toonde|gaf|geeft)\b/iu;

/** Says that something was searched, found or retrieved. True or not: without a tool result nobody can have. */
export const searchClaim = (text: string): boolean =>
  englishClaim.test(text) || englishPassive.test(text) || dutchClaim.test(text) || dutchPassive.test(text);
