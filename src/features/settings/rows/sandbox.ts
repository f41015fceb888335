import { filledText, flag, listOf } from '../check.ts'
import type { SettingRow } from './row.ts'

const paths = listOf(filledText)
const start = { counts: 'next start' } as const
const tighter = { project: 'tighter', ...start } as const
/** More of it opens something, whatever it says. */
const opens = { check: paths, project: 'never', ...start } as const
const closes = { check: paths, stricter: 'longer', ...tighter } as const

export const sandboxRows = [
  {
    key: 'sandbox.enabled',
    check: flag,
    doc: 'Run commands in a sandbox',
    default: false,
    stricter: true,
    ...tighter,
    edit: { at: 260 },
  },
  {
    key: 'sandbox.failIfUnavailable',
    check: flag,
    doc: 'Refuse to start if the sandbox is unavailable',
    default: false,
    stricter: true,
    ...tighter,
  },
  {
    key: 'sandbox.autoAllowBashIfSandboxed',
    check: flag,
    doc: 'Run sandboxed commands without asking',
    default: false,
    stricter: false,
    ...tighter,
  },
  { key: 'sandbox.excludedCommands', ...opens, doc: 'Commands that run outside the sandbox' },
  {
    key: 'sandbox.allowUnsandboxedCommands',
    check: flag,
    doc: 'Let the model ask to run a command outside the sandbox',
    default: true,
    stricter: false,
    ...tighter,
  },
  { key: 'sandbox.filesystem.allowWrite', ...opens, doc: 'More writable paths' },
  { key: 'sandbox.filesystem.denyWrite', ...closes, doc: 'Read-only paths' },
  { key: 'sandbox.filesystem.denyRead', ...closes, doc: 'Hidden paths' },
  {
    key: 'sandbox.filesystem.allowRead',
    ...opens,
    doc: 'Paths to make readable that are hidden by default',
  },
  { key: 'sandbox.network.allowedDomains', ...opens, doc: 'Allowed domains' },
  { key: 'sandbox.network.deniedDomains', ...closes, doc: 'Blocked domains' },
  {
    key: 'sandbox.network.allowLocalBinding',
    check: flag,
    doc: 'macOS: let commands listen on loopback',
    default: false,
    stricter: false,
    ...tighter,
  },
  { key: 'sandbox.network.allowUnixSockets', ...opens, doc: 'Allowed Unix sockets' },
] as const satisfies readonly SettingRow[]
