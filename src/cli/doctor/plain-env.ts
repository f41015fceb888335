import type { Env } from '../../protocol/host.ts'

/** Without variables that are not set. */
export const plainEnv = (env: Env): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))
