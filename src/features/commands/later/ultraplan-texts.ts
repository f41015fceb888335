/** For the model: the plan is there already, and the person wants to see it as it is. */
export const PROMPT_FOR_REVIEW =
  'The plan that several agents made is in the plan file now. Show it to me with ExitPlanMode as it is; read the file only once I have answered.'
