import { modeNamed, PERMISSION_MODES, type PermissionMode } from '../../../protocol/permission.ts'
import { type Check, checkOf, filledText, flag, listOf, oneOf, text } from '../check.ts'
import type { DescribedRow } from './row.ts'

const setBy = 'by_permissions'

const modes = oneOf(PERMISSION_MODES)
const mode: Check<PermissionMode> = checkOf(
  { enum: [...PERMISSION_MODES, 'manual'] },
  (value, place) => modeNamed(value) ?? modes(value, place),
)

export const permissionRows = [
  {
    key: 'permissions.allow',
    check: listOf(text),
    doc: { en: 'Rules for calls that run without asking', zh: '无需询问的调用规则' },
    counts: 'now',
    setBy,
  },
  {
    key: 'permissions.ask',
    check: listOf(text),
    doc: { en: 'Rules for calls that always ask', zh: '始终询问的调用规则' },
    project: 'always',
    counts: 'now',
    setBy,
  },
  {
    key: 'permissions.deny',
    check: listOf(text),
    doc: { en: 'Rules for calls that are always denied', zh: '始终拒绝的调用规则' },
    project: 'always',
    counts: 'now',
    setBy,
  },
  {
    key: 'permissions.defaultMode',
    check: mode,
    doc: { en: 'Permission mode at the start', zh: '启动时的权限模式' },
    default: 'default',
    projectLimit: 'except `auto` and `bypassPermissions`',
    counts: 'next start',
    edit: { at: 70 },
    setBy,
  },
  {
    key: 'permissions.additionalDirectories',
    public: true,
    check: listOf(filledText),
    doc: { en: 'More working directories', zh: '更多工作目录' },
    counts: 'now',
    setBy,
  },
  {
    key: 'permissions.disableBypassPermissionsMode',
    check: oneOf(['disable']),
    doc: { en: 'Disable bypass mode', zh: '禁用不检查权限模式' },
    counts: 'now',
    setBy,
  },
  {
    key: 'permissions.disableAutoMode',
    check: oneOf(['disable']),
    doc: { en: 'Disable auto mode', zh: '禁用自动模式' },
    counts: 'now',
    setBy,
  },
  {
    key: 'disableAutoMode',
    check: oneOf(['disable']),
    doc: { en: 'The same as `permissions.disableAutoMode`', zh: '同 permissions.disableAutoMode' },
    counts: 'next start',
  },
  {
    key: 'allowManagedPermissionRulesOnly',
    check: flag,
    doc: { en: 'Ignore allow rules from all other settings files', zh: '忽略其他文件中的允许规则' },
    default: false,
    project: 'never',
    managedOnly: true,
    counts: 'now',
  },
] as const satisfies readonly DescribedRow[]

const prose = { check: listOf(text), project: 'never', counts: 'next start' } as const

/** Prose for the reviewer of auto mode; the literal `$defaults` keeps the built-in lines. */
export const planRows = [
  {
    key: 'plansDirectory',
    public: true,
    check: filledText,
    doc: { en: 'Directory for plans', zh: '计划文件的保存位置' },
    default: '~/.capstan/plans',
    projectLimit: 'only within the folder',
    counts: 'next start',
  },
  {
    key: 'autoMode.environment',
    ...prose,
    doc: {
      en: 'What auto mode’s reviewer should know about this machine',
      zh: '自动模式的审查者应了解的本机情况',
    },
  },
  { key: 'autoMode.allow', ...prose, doc: { en: 'What the reviewer approves', zh: '审查者放行的内容' } },
  {
    key: 'autoMode.soft_deny',
    ...prose,
    doc: { en: 'What the reviewer denies unless you asked for it', zh: '除非你要求，审查者会拒绝的内容' },
  },
  {
    key: 'autoMode.hard_deny',
    ...prose,
    doc: { en: 'What the reviewer always denies', zh: '审查者始终拒绝的内容' },
  },
  {
    key: 'autoMode.classifyAllShell',
    check: flag,
    project: 'never',
    stricter: true,
    doc: {
      en: 'In auto mode, allow rules for shell commands don’t count: the reviewer sees them all',
      zh: '自动模式下，shell 命令的允许规则不算数，全部交给审查者',
    },
    default: false,
    counts: 'next start',
  },
  {
    key: 'skipAutoPermissionPrompt',
    check: flag,
    doc: {
      en: 'Switch to auto mode without the line that describes it',
      zh: '切换到自动模式时不显示说明',
    },
    default: false,
    project: 'never',
    counts: 'now',
  },
] as const satisfies readonly DescribedRow[]
