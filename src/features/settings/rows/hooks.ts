import type { HookHandler, HookMatcher } from '../../../protocol/hook.ts'
import { settingsText } from '../../../protocol/messages/host/settings.ts'
import type { AfterEditRow } from '../../../protocol/tools/after-edit-row.ts'
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
  oneOf,
  positive,
  shapeOf,
  text,
} from '../check.ts'
import type { DescribedRow } from './row.ts'

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
    doc: { en: 'Commands that run on certain events', zh: '在特定事件运行的命令' },
    counts: 'now',
    setBy,
  },
  {
    key: 'afterEdit',
    check: listOf(
      shapeOf<AfterEditRow>(
        {
          glob: filledText,
          run: filledText,
          timeoutMs: positive,
          kind: oneOf(['format', 'lint', 'test']),
        },
        ['glob', 'run'],
      ),
    ),
    doc: {
      en: 'Formatters, linters and tests that run when files were changed, by `glob`; `{file}` is the path',
      zh: '文件更改后运行的格式化程序、检查程序和测试，按 `glob` 选择；`{file}` 为路径',
    },
    counts: 'now',
    setBy,
  },
  {
    key: 'disableAllHooks',
    check: flag,
    doc: { en: 'Turn off all hooks except managed ones', zh: '除托管钩子外，不运行任何钩子' },
    default: false,
    project: 'never',
    counts: 'now',
  },
  {
    key: 'allowManagedHooksOnly',
    check: flag,
    doc: { en: 'Ignore hooks from all other settings files', zh: '忽略其他文件中的钩子' },
    default: false,
    project: 'never',
    managedOnly: true,
    counts: 'now',
  },
  {
    key: 'allowedHttpHookUrls',
    check: listOf(filledText),
    doc: {
      en: 'URLs that hooks may post to; * matches anything',
      zh: '钩子可以 POST 的网址；* 匹配任意内容',
    },
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'httpHookAllowedEnvVars',
    check: listOf(filledText),
    doc: { en: 'Environment variables that hooks may send in headers', zh: '钩子可在请求头中发送的环境变量' },
    project: 'never',
    counts: 'next start',
  },
] as const satisfies readonly DescribedRow[]

export const environmentRows = [
  {
    key: 'env',
    check: mapOf(text, VARIABLE_NAME),
    doc: { en: 'Environment variables for this session and its commands', zh: '本会话及其子进程的环境变量' },
    projectLimit: 'except endpoint, proxy, loader and credential variables',
    counts: 'now',
    setBy,
  },
  {
    key: 'bashForegroundSeconds',
    check: positive,
    doc: { en: 'Seconds before a running command moves to the background', zh: '命令运行多少秒后转入后台' },
    counts: 'next start',
  },
  {
    key: 'assistant',
    check: flag,
    doc: {
      en: 'Assistant mode: sessions check in by themselves when it is quiet, as with --assistant',
      zh: '助理模式：安静时会话自行查看',
    },
    default: false,
    // It spends while nobody looks.
    project: 'never',
    counts: 'next start',
  },
  {
    key: 'assistantDailyUsd',
    check: notNegative,
    doc: {
      en: 'Assistant mode: USD it may spend by itself in a day',
      zh: '助理模式每天可自行花费的金额（美元）',
    },
    default: 2,
    project: 'never',
    counts: 'next start',
  },
] as const satisfies readonly DescribedRow[]
