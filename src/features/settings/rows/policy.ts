import { policyText } from '../../../protocol/messages/host/policy.ts'
import type { CustomizationPart, PolicyHelper } from '../../../protocol/settings.ts'
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
import type { SettingGroup, SettingRow } from './row.ts'
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
    doc: 'Start although this file has keys that Capstan does not know; they have no effect',
    default: false,
    ...policy,
  },
  {
    key: 'disableSideloadFlags',
    check: flag,
    doc: 'Refuse `--plugin-dir`, `--plugin-url`, `--agents` and `--mcp-config`',
    default: false,
    ...policy,
  },
  {
    key: 'strictPluginOnlyCustomization',
    check: customization,
    doc: 'Take skills, agents, hooks and MCP servers (`true`, or a list of those) only from plugins and policy',
    public: true,
    ...policy,
  },
  {
    key: 'allowManagedMcpServersOnly',
    check: flag,
    doc: 'Only `allowedMcpServers` of policy says which MCP servers may start; without that list none but its own may',
    default: false,
    ...policy,
  },
  {
    key: 'disableCommandPluginSources',
    check: flag,
    doc: 'Refuse plugins and marketplaces that a command fetches',
    default: false,
    ...policy,
  },
  {
    key: 'requiredMaximumVersion',
    check: versionText,
    doc: 'Refuse to start if Capstan is newer than this version',
    public: true,
    ...policy,
  },
  {
    key: 'policyHelper',
    check: shapeOf<PolicyHelper>(
      { path: plainPath, timeoutMs: wholeBetween(1_000, LONGEST_MS), refreshIntervalMs: refreshMs },
      ['path'],
    ),
    doc: 'A program that prints the policy: `path`, `timeoutMs` (10000 unless set), `refreshIntervalMs`',
    ...policy,
  },
  {
    key: 'parentSettingsBehavior',
    check: oneOf(['first-wins', 'merge']),
    doc: 'Whether restrictions of a program that starts Capstan count beside policy (`merge`)',
    default: 'first-wins',
    ...policy,
  },
  {
    key: 'claudeMd',
    check: text,
    doc: 'Instructions for every session, above those of all files',
    public: true,
    ...policy,
  },
  {
    key: 'pluginTrustMessage',
    check: text,
    doc: 'Your own words, shown before a plugin is installed',
    public: true,
    ...policy,
  },
  {
    key: 'sandbox.bwrapPath',
    check: plainPath,
    doc: 'Linux: the bubblewrap program to use; absent: the one on the PATH',
    public: true,
    ...policy,
  },
  {
    key: 'sandbox.network.allowManagedDomainsOnly',
    check: flag,
    doc: 'Only `allowedDomains` of policy opens the network to sandboxed commands',
    default: false,
    ...policy,
  },
  {
    key: 'sandbox.filesystem.allowManagedReadPathsOnly',
    check: flag,
    doc: 'Only `allowRead` of policy makes hidden paths readable',
    default: false,
    ...policy,
  },
] as const satisfies readonly SettingRow[]

export const policyGroup = {
  title: 'Policy',
  page: 'managed.md',
  rows: policyRows,
} as const satisfies SettingGroup
