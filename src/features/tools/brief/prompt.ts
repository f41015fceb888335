export const BRIEF_PROMPT =
  'Shows the person a message at once, while you go on working: a finding or a delay worth knowing before the end. Not for questions (AskUserQuestion), and not for what your answer says anyway. Markdown.'
