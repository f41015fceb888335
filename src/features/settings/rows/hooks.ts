import type { HookHandler, HookMatcher } from '../../../protocol/hook.ts'
import {
  type Check,
  checkOf,
  complain,
  filledText,
  flag,
  inside,
  listOf,
  mapOf,
  positive,
  shapeOf,
  text,
} from '../check.ts'
import type { SettingRow } from './row.ts'

const shape = shapeOf<HookHandler>(
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

const handler: Check<HookHandler> = checkOf(shape.schema, (value, place) => {
  const checked = shape(value, place)
  if (checked?.type === 'command' && checked.command === undefined) {
    return complain(inside(place, 'command'), 'a hook of type command needs the command to run')
  }
  return checked
})

const setBy = 'Edit the settings file; changes apply when you save it.'

/** Anything else, e.g. an exported shell function, would be more than a variable. */
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

export const hookRows = [
  {
    key: 'hooks',
    check: mapOf(listOf(shapeOf<HookMatcher>({ matcher: text, hooks: listOf(handler) }, ['hooks']))),
    doc: 'Commands that run on certain events',
    counts: 'now',
    setBy,
  },
  {
    key: 'disableAllHooks',
    check: flag,
    doc: 'Turn off all hooks except managed ones',
    default: false,
    project: 'never',
    counts: 'now',
  },
  {
    key: 'allowManagedHooksOnly',
    check: flag,
    doc: 'Ignore hooks from all other settings files',
    default: false,
    project: 'never',
    managedOnly: true,
    counts: 'now',
  },
] as const satisfies readonly SettingRow[]

export const environmentRows = [
  {
    key: 'env',
    check: mapOf(text, VARIABLE_NAME),
    doc: 'Environment variables for this session and its commands',
    projectLimit: 'except endpoint, proxy, loader and credential variables',
    counts: 'now',
    setBy,
  },
  {
    key: 'bashForegroundSeconds',
    check: positive,
    doc: 'Seconds before a running command moves to the background',
    counts: 'next start',
  },
] as const satisfies readonly SettingRow[]
