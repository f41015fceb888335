import { BUDGET_SCOPES, type Budget, type Budgets } from '../../protocol/budgets.ts'
import type { HookHandler, HookMatcher, HookSettings } from '../../protocol/hook.ts'
import { PERMISSION_MODES } from '../../protocol/permission.ts'
import type {
  CompactionSettings,
  ModelOverride,
  SandboxSettings,
  SecretPattern,
  Settings,
} from '../../protocol/settings.ts'
import {
  type Check,
  complain,
  filledText,
  flag,
  inside,
  isObject,
  listOf,
  mapOf,
  notNegative,
  oneOf,
  positive,
  shapeOf,
  text,
} from './check.ts'
import { terminalFields } from './check-terminal.ts'
import { findMisspelt } from './known-keys.ts'
import { quoted } from './problem.ts'

/** Something is wrong with one value, or (`note`) probably not what was meant. */
interface Complaint {
  /** Dotted, fit for a message; empty: the whole file. */
  readonly key: string
  readonly path: readonly string[]
  readonly message: string
  readonly note?: true
}

interface CheckedSettings {
  readonly settings: Settings
  readonly complaints: readonly Complaint[]
  /** A part that must be read whole or not at all is malformed. */
  readonly rejected: boolean
}

/** Half a deny list or half a hook is dangerous: one bad value in these and the file does not count. */
const WHOLE_PARTS: readonly string[] = ['permissions', 'hooks']
const MAX_COMPLAINTS = 50

/** Unknown keys are at most a note. `duplicates` are the dotted paths of keys given twice. */
export const checkSettings = (value: unknown, duplicates: readonly string[]): CheckedSettings => {
  const complaints: Complaint[] = []
  let rejected = false
  let count = 0
  const report = (path: readonly string[], message: string): void => {
    if (path.length === 0 || WHOLE_PARTS.includes(path[0] ?? '')) rejected = true
    if (++count <= MAX_COMPLAINTS) complaints.push({ key: quoted(path.join('.')), path, message })
  }
  for (const duplicate of duplicates)
    report(duplicate.split('.'), 'this key is given twice; only the last one counts')
  const settings = settingsCheck(value, { key: '', report }) ?? {}
  if (count > MAX_COMPLAINTS)
    complaints.push({ key: '', path: [], message: `and ${count - MAX_COMPLAINTS} more` })
  if (isObject(value)) complaints.push(...notesOn(value))
  return { settings: rejected ? {} : settings, complaints, rejected }
}

const notesOn = (value: Readonly<Record<string, unknown>>): readonly Complaint[] =>
  findMisspelt(value)
    .slice(0, MAX_COMPLAINTS)
    .map(({ path, meant }) => ({
      key: quoted(path.join('.')),
      path,
      message: `no setting has this name; did you mean "${meant}"?`,
      note: true,
    }))

const model: Check<string | readonly string[]> = (value, place) =>
  Array.isArray(value) ? listOf(filledText)(value, place) : filledText(value, place)

const webAddress: Check<string> = (value, place) => {
  const checked = filledText(value, place)
  if (checked === undefined) return undefined
  const url = URL.canParse(checked) ? new URL(checked) : undefined
  const isPlain = url?.username === '' && url.password === '' && /^https?:$/.test(url.protocol)
  return isPlain ? checked : complain(place, 'expected an http or https address without user information')
}

const permissions = shapeOf<NonNullable<Settings['permissions']>>({
  allow: listOf(text),
  ask: listOf(text),
  deny: listOf(text),
  defaultMode: oneOf(PERMISSION_MODES),
  additionalDirectories: listOf(filledText),
  disableBypassPermissionsMode: oneOf(['disable']),
  disableAutoMode: oneOf(['disable']),
})

const sandbox = shapeOf<SandboxSettings>({
  enabled: flag,
  failIfUnavailable: flag,
  autoAllowBashIfSandboxed: flag,
  excludedCommands: listOf(filledText),
  allowUnsandboxedCommands: flag,
  filesystem: shapeOf<NonNullable<SandboxSettings['filesystem']>>({
    allowWrite: listOf(filledText),
    denyWrite: listOf(filledText),
    denyRead: listOf(filledText),
    allowRead: listOf(filledText),
  }),
  network: shapeOf<NonNullable<SandboxSettings['network']>>({
    allowedDomains: listOf(filledText),
    deniedDomains: listOf(filledText),
    allowLocalBinding: flag,
    allowUnixSockets: listOf(filledText),
  }),
})

const autoMode = shapeOf<NonNullable<Settings['autoMode']>>({
  environment: listOf(text),
  allow: listOf(text),
  soft_deny: listOf(text),
  hard_deny: listOf(text),
})

const handlerShape = shapeOf<HookHandler>(
  {
    type: filledText,
    command: filledText,
    args: listOf(text),
    timeout: positive,
    statusMessage: text,
    if: filledText,
    shell: filledText,
    async: flag,
    asyncRewake: flag,
  },
  ['type'],
)

const handler: Check<HookHandler> = (value, place) => {
  const checked = handlerShape(value, place)
  if (checked?.type === 'command' && checked.command === undefined) {
    return complain(inside(place, 'command'), 'a hook of type command needs the command to run')
  }
  return checked
}

const hooks: Check<HookSettings> = mapOf(
  listOf(shapeOf<HookMatcher>({ matcher: text, hooks: listOf(handler) }, ['hooks'])),
)

const modelOverride = shapeOf<ModelOverride>({
  window: positive,
  maxOutput: positive,
  thinking: oneOf(['adaptive', 'budget', 'none']),
  price: shapeOf<NonNullable<ModelOverride['price']>>(
    {
      input: notNegative,
      output: notNegative,
      cacheRead: notNegative,
      cacheWrite5m: notNegative,
      cacheWrite1h: notNegative,
    },
    ['input', 'output'],
  ),
})

const secretPatternShape = shapeOf<SecretPattern>(
  {
    name: filledText,
    prefix: filledText,
    after: filledText,
    chars: oneOf(['hex', 'alphanumeric', 'base64', 'base64url']),
    min: positive,
    max: positive,
  },
  ['name'],
)

/** Short ones would match everywhere and make results unreadable. */
const secretPattern: Check<SecretPattern> = (value, place) => {
  const checked = secretPatternShape(value, place)
  if (!checked) return undefined
  const { name, prefix, after, min = 16, max = 1000 } = checked
  if (!/^[a-z0-9-]{1,40}$/.test(name))
    return complain(inside(place, 'name'), 'expected lower case letters, digits and dashes, at most 40')
  if ((prefix === undefined) === (after === undefined))
    return complain(place, 'expected either "prefix" or "after"')
  if ((prefix ?? after ?? '').length < 3)
    return complain(
      inside(place, prefix === undefined ? 'after' : 'prefix'),
      'expected at least 3 characters',
    )
  if (!Number.isInteger(min) || !Number.isInteger(max) || min < 8 || min > max || max > 1000)
    return complain(place, 'expected whole numbers with 8 ≤ min ≤ max ≤ 1000')
  return checked
}

const budget = shapeOf<Budget>({ soft: notNegative, hard: notNegative })
const budgetsShape = shapeOf<Budgets>({ session: budget, day: budget, project: budget })

/** A limit under a name nobody looks at would be none: here unknown keys are a complaint. */
const budgets: Check<Budgets> = (value, place) => {
  for (const key of unknownKeys(value, BUDGET_SCOPES))
    complain(inside(place, key), `expected one of ${BUDGET_SCOPES.join(', ')}`)
  const checked = budgetsShape(value, place)
  for (const [scope, limits] of Object.entries(isObject(value) ? value : {}))
    for (const key of unknownKeys(limits, ['soft', 'hard']))
      complain(inside(inside(place, scope), key), 'expected soft or hard')
  return checked
}

const unknownKeys = (value: unknown, known: readonly string[]): readonly string[] =>
  isObject(value) ? Object.keys(value).filter(key => !known.includes(key)) : []

/** Anything else, e.g. an exported shell function, would be more than a variable. */
const isVariableName = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)

/** More than all of it would be taken for all of it, without a word. */
const percentage: Check<number> = (value, place) => {
  const checked = positive(value, place)
  if (checked === undefined || checked <= 100) return checked
  return complain(place, `expected a percentage, at most 100, found ${checked}`)
}

const settingsCheck = shapeOf<Settings>({
  model: filledText,
  fallbackModel: model,
  smallFastModel: filledText,
  effortLevel: filledText,
  alwaysThinkingEnabled: flag,
  permissions,
  sandbox,
  autoMode,
  plansDirectory: filledText,
  hooks,
  disableAllHooks: flag,
  env: mapOf(text, isVariableName),
  apiKeyHelper: filledText,
  autoCompactEnabled: flag,
  autoCompactWindow: positive,
  compaction: shapeOf<CompactionSettings>({
    percent: percentage,
    notes: flag,
    collapse: flag,
    snipNudge: flag,
    contextEditing: flag,
    cacheMinutes: positive,
    keepResults: notNegative,
  }),
  instructionExcludes: listOf(filledText),
  claudeMdExcludes: listOf(filledText),
  autoMemoryEnabled: flag,
  autoMemoryDirectory: filledText,
  teamMemoryDirectory: filledText,
  language: filledText,
  promptLanguage: oneOf(['en', 'zh']),
  outputStyle: filledText,
  includeGitInstructions: flag,
  webSearch: shapeOf<NonNullable<Settings['webSearch']>>({ endpoint: webAddress, apiKey: filledText }, [
    'endpoint',
  ]),
  secrets: shapeOf<NonNullable<Settings['secrets']>>({
    redactResults: flag,
    extraPatterns: listOf(secretPattern),
  }),
  budgets,
  modelOverrides: mapOf(modelOverride),
  allowManagedHooksOnly: flag,
  allowManagedPermissionRulesOnly: flag,
  ...terminalFields,
})
