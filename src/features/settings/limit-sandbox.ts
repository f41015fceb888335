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
    else if (CREDENTIALS.has(key) && Array.isArray(value)) kept[name] = onlyHidden(value, () => say(key))
    else if (isTighter(row ?? {}, value)) kept[name] = value
    else say(key)
  }
  return kept
}

const CREDENTIALS: ReadonlySet<string> = new Set(['sandbox.credentials.files', 'sandbox.credentials.envVars'])

/** To mask a credential is to say where it may be sent: a project only hides it. */
const onlyHidden = (entries: readonly unknown[], say: () => void): readonly unknown[] => {
  if (entries.some(isObject)) say()
  return entries.map(entry => (isObject(entry) ? (entry['path'] ?? entry['name']) : entry))
}
