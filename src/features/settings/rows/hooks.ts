import type { HookHandler, HookMatcher } from '../../../protocol/hook.ts'
import { settingsText } from '../../../protocol/messages/host/settings.ts'
import {
  type Check,
  checkOf,
  complain,
  filledText,
  flag,
  inside,
  listOf,
  mapOf,
  notNegative,
  positive,
  shapeOf,
  text,
} from '../check.ts'
import type { SettingRow } from './row.ts'

const anything: Check<unknown> = checkOf({}, value => value)

/** As a file can name them; functions and callbacks are registered while a session runs. */
const shape = shapeOf<Omit<HookHandler, 'run' | 'callbackId'>>(
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
    once: flag,
    failClosed: flag,
    url: filledText,
    headers: mapOf(text),
    allowedEnvVars: listOf(filledText),
    server: filledText,
    tool: filledText,
    input: mapOf(anything),
    prompt: filledText,
    model: filledText,
    continueOnBlock: flag,
  },
  ['type'],
)

type Use = 'to_run' | 'to_post_to' | 'to_ask' | 'to_call' | 'to_answer'

/** What each kind cannot do without, and what for. */
const NEEDED: Readonly<
  Record<string, readonly (readonly ['command' | 'url' | 'server' | 'tool' | 'prompt', Use])[]>
> = {
  command: [['command', 'to_run']],
  http: [['url', 'to_post_to']],
  mcp_tool: [
    ['server', 'to_ask'],
    ['tool', 'to_call'],
  ],
  prompt: [['prompt', 'to_answer']],
  agent: [['prompt', 'to_answer']],
}

const handler: Check<HookHandler> = checkOf(shape.schema, (value, place) => {
  const checked = shape(value, place)
  const missing = checked && (NEEDED[checked.type] ?? []).find(([key]) => checked[key] === undefined)
  if (!checked || !missing) return checked
  const [key, use] = missing
  return complain(
    inside(place, key),
    settingsText('hook_needs', { type: checked.type, key, use: settingsText(use) }),
  )
})

/** The hooks of a file: settings, a plugin, the head of a skill or an agent. */
const checkHooks = mapOf(listOf(shapeOf<HookMatcher>({ matcher: text, hooks: listOf(handler) }, ['hooks'])))

const setBy = 'by_editing'

/** Anything else, e.g. an exported shell function, would be more than a variable. */
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

export const hookRows = [
  {
    key: 'hooks',
    check: checkHooks,
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
  {
    key: 'allowedHttpHookUrls',
    check: listOf(filledText),
    doc: 'URLs that hooks may post to; * matches anything',
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'httpHookAllowedEnvVars',
    check: listOf(filledText),
    doc: 'Environment variables that hooks may send in headers',
    project: 'never',
    counts: 'next start',
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
  {
    key: 'assistant',
    check: flag,
    doc: 'Assistant mode: sessions check in by themselves when it is quiet, as with --assistant',
    default: false,
    // It spends while nobody looks.
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'assistantDailyUsd',
    check: notNegative,
    doc: 'Assistant mode: USD it may spend by itself in a day',
    default: 2,
    project: 'never',
    counts: 'next start',
  },
] as const satisfies readonly SettingRow[]
