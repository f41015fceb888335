/** Whether a jq filter sees nothing but its input: no environment, no modules, no internals. In doubt no. */
export const isHarmlessJq = (filter: string): boolean =>
  !/\b(?:import|include|modulemeta|get_search_list)\b|\$__/.test(filter) &&
  // `.env` as a field is fine; the word anywhere else may be the environment.
  !/env/i.test(filter.replace(/(?<![.\d])\.env(?!\w)/g, ''))
