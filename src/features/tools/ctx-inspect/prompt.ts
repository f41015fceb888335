export const CTX_INSPECT_PROMPT =
  'Tells how full the context window is, what fills it, and when it will be compacted. Before a long read, or to decide what to leave out with Snip.'
