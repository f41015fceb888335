import { isAbsolute, join } from 'node:path'
import { resolveReal } from '../../lib/paths.ts'
import {
  type Behavior,
  PERMISSION_MODES,
  type PermissionMode,
  type Policy,
  type Rule,
  type RuleSource,
} from '../../protocol/permission.ts'

type Fields = Readonly<Record<string, unknown>>

export interface CheckRequest {
  readonly id: unknown
  readonly tool: string
  readonly input: Fields
  readonly policy: Policy
}

/** A line that is no request; the message says what is wrong with it. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly id: unknown

  constructor(message: string, id: unknown) {
    super(message)
    this.id = id
  }
}

const SOURCES: readonly RuleSource[] = ['managed', 'cli', 'session', 'local', 'project', 'user']
const BEHAVIORS: readonly Behavior[] = ['allow', 'ask', 'deny']

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    throw new RequestError("The line isn't JSON", null)
  }
}

/** Reads one line. What is not understood is refused as a whole: half a policy would be another policy. */
export const readRequest = (line: string): CheckRequest => {
  const value = parse(line)
  if (!isFields(value)) throw new RequestError('The request is not a JSON object', null)
  const id = value['id'] ?? null
  const fail = (message: string): never => {
    throw new RequestError(message, id)
  }
  const tool =
    typeof value['tool'] === 'string' && value['tool'] !== '' ? value['tool'] : fail('"tool" is missing')
  const input = isFields(value['input']) ? value['input'] : fail('"input" is not an object')
  const cwd = directory(value['cwd'], 'cwd', fail)
  const home = directory(value['home'], 'home', fail)
  const trusted =
    optional<boolean>(value['trusted'], 'boolean', true) ?? fail('"trusted" is not true or false')
  const platform = optional<string>(value['platform'], 'string', 'linux') ?? fail('"platform" is not a text')
  const flags = value['flags'] === undefined || value['flags'] === null ? {} : value['flags']
  if (!isFields(flags)) return fail('"flags" is not an object')
  const policy: Policy = {
    mode: modeOf(value['mode'], { flags, trusted }) ?? fail('"mode" is not a permission mode'),
    rules: rulesOf(value['rules'], { cwd, home, trusted, flags, fail }),
    roots: rootsOf(cwd, trusted ? value['additionalDirectories'] : [], fail),
    cwd,
    home,
    caseSensitive: platform !== 'darwin' && platform !== 'win32',
  }
  return { id, tool, input, policy }
}

const optional = <T extends string | boolean>(value: unknown, type: string, otherwise: T): T | undefined =>
  value === undefined || value === null ? otherwise : typeof value === type ? (value as T) : undefined

const directory = (value: unknown, name: string, fail: (message: string) => never): string =>
  typeof value === 'string' && isAbsolute(value) && !value.includes('\0')
    ? value
    : fail(`"${name}" is not an absolute path`)

const isOn = (value: unknown): boolean => value === true || value === 'disable' || value === 'true'

/** What a project wishes counts only once it is trusted, and never as far as bypass or auto. */
const modeOf = (
  value: unknown,
  { flags, trusted }: { readonly flags: Fields; readonly trusted: boolean },
): PermissionMode | undefined => {
  const mode = PERMISSION_MODES.find(known => known === (value ?? 'default'))
  const wide = mode === 'bypassPermissions' || mode === 'auto'
  if (flags['modeSource'] === 'project' && (!trusted || wide)) return mode && 'default'
  return mode === 'bypassPermissions' && isOn(flags['disableBypassPermissionsMode']) ? 'default' : mode
}

interface RuleContext {
  readonly cwd: string
  readonly home: string
  readonly trusted: boolean
  readonly flags: Fields
  readonly fail: (message: string) => never
}

const rulesOf = (value: unknown, context: RuleContext): readonly Rule[] => {
  if (value === undefined || value === null) return []
  if (!isFields(value)) return context.fail('"rules" is not an object')
  const strange = Object.keys(value).find(key => !SOURCES.some(source => source === key))
  if (strange !== undefined) return context.fail(`"rules" has an unknown source: ${strange}`)
  return SOURCES.flatMap(source =>
    value[source] === undefined || value[source] === null ? [] : rulesFrom(source, value[source], context),
  )
}

const rulesFrom = (source: RuleSource, value: unknown, context: RuleContext): readonly Rule[] => {
  if (!isFields(value)) return context.fail(`The rules of ${source} are not an object`)
  return BEHAVIORS.flatMap(behavior => {
    const texts = value[behavior] ?? []
    if (!Array.isArray(texts) || !texts.every(text => typeof text === 'string'))
      return context.fail(`The ${behavior} rules of ${source} are not a list of texts`)
    if (behavior === 'allow' && !mayAllow(source, context)) return []
    return texts.flatMap(text =>
      anchorsOf(source, behavior, context).map((anchor): Rule => ({ text, behavior, source, anchor })),
    )
  })
}

const mayAllow = (source: RuleSource, { trusted, flags }: RuleContext): boolean => {
  if (isOn(flags['allowManagedPermissionRulesOnly']) && source !== 'managed') return false
  return trusted || (source !== 'project' && source !== 'local')
}

/** The user's settings may lie in either of two directories: a restriction holds in both. */
const anchorsOf = (source: RuleSource, behavior: Behavior, { cwd, home }: RuleContext): readonly string[] => {
  if (source === 'managed') return ['/']
  if (source !== 'user') return [cwd]
  return behavior === 'allow' ? [join(home, '.capstan')] : [join(home, '.capstan'), join(home, '.claude')]
}

const rootsOf = (cwd: string, added: unknown, fail: (message: string) => never): readonly string[] => {
  const more: unknown = added ?? []
  if (!Array.isArray(more) || !more.every(path => typeof path === 'string'))
    return fail('"additionalDirectories" is not a list of paths')
  return [cwd, ...more].map(path => {
    const real = resolveReal(isAbsolute(path) ? path : join(cwd, path))
    return real.ok ? real.real : fail(`${path} cannot be resolved: ${real.why}`)
  })
}
