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
    doc: 'Do not start where no sandbox can be had',
    default: false,
    stricter: true,
    ...tighter,
  },
  {
    key: 'sandbox.autoAllowBashIfSandboxed',
    check: flag,
    doc: 'Commands in the sandbox need no question',
    default: false,
    stricter: false,
    ...tighter,
  },
  { key: 'sandbox.excludedCommands', ...opens, doc: 'Commands that run outside the sandbox' },
  {
    key: 'sandbox.allowUnsandboxedCommands',
    check: flag,
    doc: 'The model may ask to leave the sandbox',
    default: true,
    stricter: false,
    ...tighter,
  },
  { key: 'sandbox.filesystem.allowWrite', ...opens, doc: 'More paths that can be written' },
  { key: 'sandbox.filesystem.denyWrite', ...closes, doc: 'Paths that cannot be written' },
  { key: 'sandbox.filesystem.denyRead', ...closes, doc: 'Paths that cannot be read' },
  {
    key: 'sandbox.filesystem.allowRead',
    ...opens,
    doc: 'Paths that can be read although they are hidden by default',
  },
  { key: 'sandbox.network.allowedDomains', ...opens, doc: 'Domains that can be reached' },
  { key: 'sandbox.network.deniedDomains', ...closes, doc: 'Domains that cannot be reached' },
  {
    key: 'sandbox.network.allowLocalBinding',
    check: flag,
    doc: 'macOS: commands may listen on loopback',
    default: false,
    stricter: false,
    ...tighter,
  },
  { key: 'sandbox.network.allowUnixSockets', ...opens, doc: 'Unix sockets that can be used' },
] as const satisfies readonly SettingRow[]
