const ENGLISH =
  /\b(?:ignore|disregard|forget about|without(?: using)?|do(?:n'?t| not) (?:use|consult|consider|look at))\s+(?:(?:your|the|my|any|all|saved|earlier|previous)\s+){0,2}memor(?:y|ies)\b(?!\s+(?:leak|usage|use|limit|error|alloc|pressure|footprint|address|barrier|model|map|safety|corruption|access|bound|manag))/i
const CHINESE = /(?:忽略|无视|不要(?:使用|参考|看)|别(?:用|看|参考))[^。,,\n]{0,6}记忆/

/** The person wants this answered as if nothing were remembered. */
export const asksToIgnoreMemory = (text: string): boolean => ENGLISH.test(text) || CHINESE.test(text)
