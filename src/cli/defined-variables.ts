/** Of an environment, what is set. */
export const definedVariables = (
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(env).filter((each): each is [string, string] => each[1] !== undefined))
