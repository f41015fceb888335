import type { CustomizationPart, PolicyHelper } from '../../../protocol/extensions/policy-settings.ts'
import { policyText } from '../../../protocol/messages/host/policy.ts'
import {
  type Check,
  checkOf,
  complain,
  filledText,
  flag,
  listOf,
  oneOf,
  shapeOf,
  text,
  wholeBetween,
} from '../check.ts'
import type { DescribedRow, SettingGroup } from './row.ts'
import { versionText } from './session.ts'

const PARTS = ['skills', 'agents', 'hooks', 'mcp'] as const
const someParts = listOf(oneOf(PARTS))
const eachPart = shapeOf<Readonly<Partial<Record<CustomizationPart, boolean>>>>({
  skills: flag,
  agents: flag,
  hooks: flag,
  mcp: flag,
})

/** All of them with `true`; otherwise a list, or an object with a switch for each. */
const customization: Check<readonly CustomizationPart[]> = checkOf(
  { anyOf: [flag.schema, someParts.schema, eachPart.schema] },
  (value, place) => {
    if (typeof value === 'boolean') return value ? PARTS : []
    if (Array.isArray(value)) return someParts(value, place)
    const each = eachPart(value, place)
    return each && PARTS.filter(part => each[part] === true)
  },
)

/** In its plainest form: nothing of it may lead elsewhere. */
const plainPath: Check<string> = checkOf({ type: 'string', pattern: '^/' }, (value, place) => {
  const path = filledText(value, place)
  if (path === undefined) return undefined
  const isPlain = /^\/[^\0]*[^/\0]$/.test(path) && !/\/(?:\.{0,2}\/|\.{1,2}$)/.test(path)
  return isPlain ? path : complain(place, policyText('absolute_path'))
})

const LONGEST_MS = 10 * 60_000
const DAY_MS = 24 * 60 * 60_000
const interval = wholeBetween(0, DAY_MS)
/** Never, or not more often than once a minute. */
const refreshMs: Check<number> = checkOf(interval.schema, (value, place) => {
  const ms = interval(value, place)
  if (ms === undefined || ms === 0 || ms >= 60_000) return ms
  return complain(place, policyText('zero_or_minute'))
})

const policy = { project: 'never', managedOnly: true, counts: 'next start' } as const

/** What only an administrator may say. Read with the first managed file, and with nobody else's. */
export const policyRows = [
  {
    key: 'ignoreUnknownPolicy',
    check: flag,
    doc: {
      en: 'Start although this file has keys that Capstan does not know; they have no effect',
      zh: '即使此文件含有 Capstan 不认识的键也启动',
    },
    default: false,
    ...policy,
  },
  {
    key: 'disableSideloadFlags',
    check: flag,
    doc: {
      en: 'Refuse `--plugin-dir`, `--plugin-url`, `--agents` and `--mcp-config`',
      zh: '拒绝 --plugin-dir、--plugin-url、--agents 和 --mcp-config',
    },
    default: false,
    ...policy,
  },
  {
    key: 'strictPluginOnlyCustomization',
    check: customization,
    doc: {
      en: 'Take skills, agents, hooks and MCP servers (`true`, or a list of those) only from plugins and policy',
      zh: '技能、智能体、钩子和 MCP 服务器只来自插件和策略',
    },
    public: true,
    ...policy,
  },
  {
    key: 'allowManagedMcpServersOnly',
    check: flag,
    doc: {
      en: 'Only `allowedMcpServers` of policy says which MCP servers may start; without that list none but its own may',
      zh: '只有策略的 allowedMcpServers 决定可启动的 MCP 服务器',
    },
    default: false,
    ...policy,
  },
  {
    key: 'disableCommandPluginSources',
    check: flag,
    doc: { en: 'Refuse plugins and marketplaces that a command fetches', zh: '拒绝由命令获取的插件' },
    default: false,
    ...policy,
  },
  {
    key: 'requiredMaximumVersion',
    check: versionText,
    doc: { en: 'Refuse to start if Capstan is newer than this version', zh: 'Capstan 高于此版本时拒绝启动' },
    public: true,
    ...policy,
  },
  {
    key: 'policyHelper',
    check: shapeOf<PolicyHelper>(
      { path: plainPath, timeoutMs: wholeBetween(1_000, LONGEST_MS), refreshIntervalMs: refreshMs },
      ['path'],
    ),
    doc: {
      en: 'A program that prints the policy: `path`, `timeoutMs` (10000 unless set), `refreshIntervalMs`',
      zh: '输出策略的程序',
    },
    ...policy,
  },
  {
    key: 'parentSettingsBehavior',
    check: oneOf(['first-wins', 'merge']),
    doc: {
      en: 'Whether restrictions of a program that starts Capstan count beside policy (`merge`)',
      zh: '启动 Capstan 的程序给出的限制是否与策略一并生效',
    },
    default: 'first-wins',
    ...policy,
  },
  {
    key: 'claudeMd',
    check: text,
    doc: { en: 'Instructions for every session, above those of all files', zh: '每个会话的指令' },
    public: true,
    ...policy,
  },
  {
    key: 'pluginTrustMessage',
    check: text,
    doc: { en: 'Your own words, shown before a plugin is installed', zh: '安装插件前显示的说明' },
    public: true,
    ...policy,
  },
  {
    key: 'sandbox.bwrapPath',
    check: plainPath,
    doc: {
      en: 'Linux: the bubblewrap program to use; absent: the one on the PATH',
      zh: 'Linux：使用的 bubblewrap 程序',
    },
    public: true,
    ...policy,
  },
  {
    key: 'sandbox.network.allowManagedDomainsOnly',
    check: flag,
    doc: {
      en: 'Only `allowedDomains` of policy opens the network to sandboxed commands',
      zh: '只有策略的 allowedDomains 开放网络',
    },
    default: false,
    ...policy,
  },
  {
    key: 'sandbox.filesystem.allowManagedReadPathsOnly',
    check: flag,
    doc: {
      en: 'Only `allowRead` of policy makes hidden paths readable',
      zh: '只有策略的 allowRead 使隐藏路径可读',
    },
    default: false,
    ...policy,
  },
] as const satisfies readonly DescribedRow[]

export const policyGroup = {
  title: 'Policy',
  page: 'managed.md',
  rows: policyRows,
} as const satisfies SettingGroup
