import { isObject } from '../is-object.ts'

type Fields = Readonly<Record<string, unknown>>

/** What should stand there: a group whose matcher is a text, a hook, a hook of that type with that field. */
export type WantedHook =
  | { readonly wanted: 'group' | 'hook' }
  | { readonly wanted: 'hook_field'; readonly type: string; readonly field: string }

interface HookGroup {
  readonly matcher?: string
  readonly hooks: readonly (Fields & { readonly type: string })[]
}

/** What each kind of handler cannot do without; without a type the first field that is there tells the kind. */
const NEEDED: readonly (readonly [type: string, ...fields: string[]])[] = [
  ['command', 'command'],
  ['http', 'url'],
  ['mcp_tool', 'server', 'tool'],
  ['prompt', 'prompt'],
  ['agent', 'prompt'],
]

/**
 * The hooks in the head of a Markdown file, in whatever of the usual forms they are written: a list of groups, one group,
 * a handler without a group, or just a command. What cannot be read is told and left out; the rest counts.
 */
export const readHooks = (
  written: Fields,
  wrong: (at: string, wanted: WantedHook) => void,
): Readonly<Record<string, readonly HookGroup[]>> => {
  const read = Object.entries(written).map(([event, value]) => {
    const groups = listOf(value).map((one, at) => groupOf(one, wanted => wrong(`${event}[${at}]`, wanted)))
    return [event, groups.filter(group => group !== undefined)] as const
  })
  return Object.fromEntries(read.filter(([, groups]) => groups.length > 0))
}

const listOf = (value: unknown): readonly unknown[] =>
  value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]

const groupOf = (value: unknown, wrong: (wanted: WantedHook) => void): HookGroup | undefined => {
  if (!isObject(value) || !('hooks' in value)) {
    const { matcher, ...rest } = isObject(value) ? value : { command: value }
    return grouped(matcher, [rest], wrong)
  }
  return grouped(value['matcher'], listOf(value['hooks']), wrong)
}

const grouped = (
  matcher: unknown,
  written: readonly unknown[],
  wrong: (wanted: WantedHook) => void,
): HookGroup | undefined => {
  if (matcher !== undefined && matcher !== null && typeof matcher !== 'string')
    return void wrong({ wanted: 'group' })
  const hooks = written.flatMap(one => handlerOf(one, wrong) ?? [])
  if (hooks.length === 0) return undefined
  return { ...(typeof matcher === 'string' ? { matcher } : {}), hooks }
}

const handlerOf = (
  value: unknown,
  wrong: (wanted: WantedHook) => void,
): (Fields & { readonly type: string }) | undefined => {
  const fields: Fields = isObject(value) ? value : { command: value }
  const isGiven = (field: string): boolean => typeof fields[field] === 'string' && fields[field] !== ''
  const type = fields['type'] ?? NEEDED.find(([, field = '']) => isGiven(field))?.[0]
  const [, ...needed] = NEEDED.find(([name]) => name === type) ?? []
  if (typeof type !== 'string' || needed.length === 0) return void wrong({ wanted: 'hook' })
  const missing = needed.find(field => !isGiven(field))
  if (missing !== undefined) return void wrong({ wanted: 'hook_field', type, field: missing })
  return { ...fields, type }
}
