import { isObject } from '../../../lib/is-object.ts'
import { settingsText } from '../../../protocol/messages/host/settings.ts'
import { checkOf, complain, filledText, flag, inside, listOf, mapOf, wholeBetween } from '../check.ts'
import { credential } from '../check-credential.ts'
import type { SettingRow } from './row.ts'

const paths = listOf(filledText)
const port = wholeBetween(1, 65_535)
/** An object, as others write it, switches it on. */
const termination = checkOf({ anyOf: [flag.schema, { type: 'object' }] }, (value, place) => {
  if (!isObject(value)) return flag(value, place)
  for (const key of ['caCertPath', 'caKeyPath'])
    if (key in value) complain(inside(place, key), settingsText('made_for_session'))
  return true
})
const MASKS_HIDE = 'what it masks is hidden'
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
  {
    key: 'sandbox.enableWeakerNestedSandbox',
    check: flag,
    doc: 'In a container that allows no full sandbox, use one that can see other processes',
    default: false,
    stricter: false,
    ...tighter,
  },
  {
    key: 'sandbox.enableWeakerNetworkIsolation',
    check: flag,
    doc: 'macOS: let commands ask the system to verify certificates (some tools need it for TLS)',
    default: false,
    stricter: false,
    ...tighter,
  },
  {
    key: 'sandbox.ignoreViolations',
    check: mapOf(paths),
    doc: 'Blocked paths and hosts the model is not told about, by command ("*" for all)',
    project: 'never',
    ...start,
  },
  {
    key: 'sandbox.credentials.files',
    public: true,
    check: listOf(credential('path')),
    doc: 'Credential files to hide, even from allowRead, or to mask',
    stricter: 'longer',
    ...tighter,
    projectLimit: MASKS_HIDE,
  },
  {
    key: 'sandbox.credentials.envVars',
    public: true,
    check: listOf(credential('name')),
    doc: 'Environment variables to remove or to mask',
    stricter: 'longer',
    ...tighter,
    projectLimit: MASKS_HIDE,
  },
  {
    key: 'sandbox.credentials.allowPlaintextInject',
    check: flag,
    doc: 'Put masked credentials into requests that are not encrypted too; for test networks',
    default: false,
    stricter: false,
    ...tighter,
  },
  {
    key: 'sandbox.filesystem.disabled',
    check: flag,
    doc: 'Restrict only the network, and of files only what is denied by name',
    default: false,
    stricter: false,
    ...tighter,
  },
  { key: 'sandbox.filesystem.allowWrite', public: true, ...opens, doc: 'More writable paths' },
  { key: 'sandbox.filesystem.denyWrite', public: true, ...closes, doc: 'Read-only paths' },
  { key: 'sandbox.filesystem.denyRead', public: true, ...closes, doc: 'Hidden paths' },
  {
    key: 'sandbox.filesystem.allowRead',
    public: true,
    ...opens,
    doc: 'Paths to make readable that are hidden by default',
  },
  { key: 'sandbox.network.allowedDomains', public: true, ...opens, doc: 'Allowed domains' },
  { key: 'sandbox.network.deniedDomains', public: true, ...closes, doc: 'Blocked domains' },
  {
    key: 'sandbox.network.allowLocalBinding',
    check: flag,
    doc: 'macOS: let commands listen on loopback',
    default: false,
    stricter: false,
    ...tighter,
  },
  { key: 'sandbox.network.allowUnixSockets', public: true, ...opens, doc: 'Allowed Unix sockets' },
  {
    key: 'sandbox.network.allowAllUnixSockets',
    check: flag,
    doc: 'Allow all Unix sockets, such as those of docker and ssh-agent',
    default: false,
    stricter: false,
    ...tighter,
  },
  {
    key: 'sandbox.network.strictAllowlist',
    check: flag,
    doc: 'Block other domains; false: ask about them',
    default: true,
    stricter: true,
    ...tighter,
  },
  {
    key: 'sandbox.network.tlsTerminate',
    check: termination,
    doc: 'Let the proxy decrypt requests to put masked credentials in',
    default: false,
    stricter: false,
    ...tighter,
  },
  {
    key: 'sandbox.network.httpProxyPort',
    check: port,
    doc: "Local port of your own HTTP proxy, used instead of Capstan's",
    project: 'never',
    ...start,
  },
  {
    key: 'sandbox.network.socksProxyPort',
    check: port,
    doc: 'Local port of your own SOCKS proxy',
    project: 'never',
    ...start,
  },
] as const satisfies readonly SettingRow[]
