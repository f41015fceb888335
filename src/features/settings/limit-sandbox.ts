import type { SandboxSettings, Settings } from '../../protocol/settings.ts'

/** Lists that make the sandbox tighter; any other list opens something. */
const TIGHTER_LISTS: ReadonlySet<string> = new Set(['denyWrite', 'denyRead', 'deniedDomains'])
/** The value of a switch that makes the sandbox tighter. */
const TIGHTER_SWITCHES: ReadonlyMap<string, boolean> = new Map([
  ['enabled', true],
  ['failIfUnavailable', true],
  ['autoAllowBashIfSandboxed', false],
  ['allowUnsandboxedCommands', false],
  ['allowLocalBinding', false],
])

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
  for (const [key, value] of Object.entries(part)) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      kept[key] = tighten(value, `${place}.${key}`, say)
    else if (isTighter(key, value)) kept[key] = value
    else say(`${place}.${key}`)
  }
  return kept
}

/** A key nobody thought of here does not count. */
const isTighter = (key: string, value: unknown): boolean =>
  Array.isArray(value) ? TIGHTER_LISTS.has(key) : TIGHTER_SWITCHES.get(key) === value
