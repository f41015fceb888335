import type { HookHandler, HookMatcher, HookSettings } from '../../protocol/hook.ts'
import { PERMISSION_MODES } from '../../protocol/permission.ts'
import type { ModelOverride, Settings } from '../../protocol/settings.ts'
import {
  type Check,
  complain,
  filledText,
  flag,
  inside,
  listOf,
  mapOf,
  notNegative,
  oneOf,
  positive,
  shapeOf,
  text,
} from './check.ts'
import { quoted } from './problem.ts'

interface CheckedSettings {
  readonly settings: Settings
  readonly complaints: readonly { readonly key: string; readonly message: string }[]
  /** A part that must be read whole or not at all is malformed. */
  readonly rejected: boolean
}

/** Half a deny list or half a hook is dangerous: one bad value in these and the file does not count. */
const WHOLE_PARTS: readonly string[] = ['permissions', 'hooks']
const MAX_COMPLAINTS = 50

/** Unknown keys are no complaint. `duplicates` are the dotted paths of keys given twice. */
export const checkSettings = (value: unknown, duplicates: readonly string[]): CheckedSettings => {
  const complaints: { key: string; message: string }[] = []
  let rejected = false
  let count = 0
  const report = (path: readonly string[], message: string): void => {
    if (path.length === 0 || WHOLE_PARTS.includes(path[0] ?? '')) rejected = true
    if (++count <= MAX_COMPLAINTS) complaints.push({ key: quoted(path.join('.')), message })
  }
  for (const duplicate of duplicates)
    report(duplicate.split('.'), 'this key is given twice; only the last one counts')
  const settings = settingsCheck(value, { key: '', report }) ?? {}
  if (count > MAX_COMPLAINTS) complaints.push({ key: '', message: `and ${count - MAX_COMPLAINTS} more` })
  return { settings: rejected ? {} : settings, complaints, rejected }
}

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

/** Anything else, e.g. an exported shell function, would be more than a variable. */
const isVariableName = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)

const settingsCheck = shapeOf<Settings>({
  model: filledText,
  fallbackModel: model,
  smallFastModel: filledText,
  effortLevel: filledText,
  alwaysThinkingEnabled: flag,
  permissions,
  hooks,
  disableAllHooks: flag,
  env: mapOf(text, isVariableName),
  apiKeyHelper: filledText,
  autoCompactEnabled: flag,
  webSearch: shapeOf<NonNullable<Settings['webSearch']>>({ endpoint: webAddress, apiKey: filledText }, [
    'endpoint',
  ]),
  modelOverrides: mapOf(modelOverride),
  allowManagedHooksOnly: flag,
  allowManagedPermissionRulesOnly: flag,
})
