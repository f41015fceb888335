export const EXIT_PLAN_MODE_PROMPT = `In plan mode only: shows the plan file to the person, or to the leader of your team, and asks for approval. Call it when the plan is written and nothing about it is open. For work that needs no changes (a question, an investigation) answer instead.`

export const ALLOWED_PROMPTS_PROMPT =
  'Kinds of commands the plan needs, in words ("run the tests"): approved with the plan, they need no further question'
