import { modeNamed, PERMISSION_MODES, type PermissionMode } from '../../../protocol/permission.ts'
import { type Check, checkOf, filledText, flag, listOf, oneOf, text } from '../check.ts'
import type { SettingRow } from './row.ts'

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
    doc: 'Rules for calls that run without asking',
    counts: 'now',
    setBy,
  },
  {
    key: 'permissions.ask',
    check: listOf(text),
    doc: 'Rules for calls that always ask',
    project: 'always',
    counts: 'now',
    setBy,
  },
  {
    key: 'permissions.deny',
    check: listOf(text),
    doc: 'Rules for calls that are always denied',
    project: 'always',
    counts: 'now',
    setBy,
  },
  {
    key: 'permissions.defaultMode',
    check: mode,
    doc: 'Permission mode at the start',
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
    doc: 'More working directories',
    counts: 'now',
    setBy,
  },
  {
    key: 'permissions.disableBypassPermissionsMode',
    check: oneOf(['disable']),
    doc: 'Disable bypass mode',
    counts: 'now',
    setBy,
  },
  {
    key: 'permissions.disableAutoMode',
    check: oneOf(['disable']),
    doc: 'Disable auto mode',
    counts: 'now',
    setBy,
  },
  {
    key: 'disableAutoMode',
    check: oneOf(['disable']),
    doc: 'The same as `permissions.disableAutoMode`',
    counts: 'next start',
  },
  {
    key: 'allowManagedPermissionRulesOnly',
    check: flag,
    doc: 'Ignore allow rules from all other settings files',
    default: false,
    project: 'never',
    managedOnly: true,
    counts: 'now',
  },
] as const satisfies readonly SettingRow[]

const prose = { check: listOf(text), project: 'never', counts: 'next start' } as const

/** Prose for the reviewer of auto mode; the literal `$defaults` keeps the built-in lines. */
export const planRows = [
  {
    key: 'plansDirectory',
    public: true,
    check: filledText,
    doc: 'Directory for plans',
    default: '~/.capstan/plans',
    projectLimit: 'only within the folder',
    counts: 'next start',
  },
  {
    key: 'autoMode.environment',
    ...prose,
    doc: 'What auto mode’s reviewer should know about this machine',
  },
  { key: 'autoMode.allow', ...prose, doc: 'What the reviewer approves' },
  { key: 'autoMode.soft_deny', ...prose, doc: 'What the reviewer denies unless you asked for it' },
  { key: 'autoMode.hard_deny', ...prose, doc: 'What the reviewer always denies' },
] as const satisfies readonly SettingRow[]
