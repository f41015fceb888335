import { isObject } from '../../lib/is-object.ts'
import type { SandboxSettings, Settings } from '../../protocol/settings.ts'
import { rowOf } from './known-keys.ts'
import { isTighter } from './rows/row.ts'

/** What a trusted project may say about the sandbox: only what tightens it. Everything else is said to be ignored. */
export const limitSandbox = (
  sandbox: SandboxSettings | undefined,
  say: (key: string) => void,
): Pick<Settings, 'sandbox'> => {
  if (!sandbox) return {}
  return { sandbox: tighten(sandbox, 'sandbox', say) }
}

const tighten = (part: object, place: string, say: (key: string) => void): SandboxSettings => {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(part)) {
    const key = `${place}.${name}`
    const row = rowOf(key)
    if (!row && isObject(value)) kept[name] = tighten(value, key, say)
    else if (isTighter(row ?? {}, value)) kept[name] = value
    else say(key)
  }
  return kept
}
