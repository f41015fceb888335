import { PEER_INBOUND, type PeerInbound } from '../../../protocol/agents/peers.ts'
import { settingsText } from '../../../protocol/messages/host/settings.ts'
import { between, type Check, checkOf, complain, filledText, flag, notNegative, oneOf } from '../check.ts'
import type { SettingRow } from './row.ts'

const start = { counts: 'next start' } as const
const TEN_YEARS = 3_650
const DURATION = '^\\s*(?:never|off|\\d+(?:\\.\\d+)?\\s*(?:s|m|h)?)\\s*$'

/** Seconds, or `90s`, `5m`, `never`. */
const wait: Check<number | string> = checkOf(
  { anyOf: [notNegative.schema, { type: 'string', pattern: DURATION }] },
  (value, place) => {
    if (typeof value !== 'string') return notNegative(value, place)
    return new RegExp(DURATION).test(value) ? value : complain(place, settingsText('duration'))
  },
)

const VERSION = '^\\d+\\.\\d+\\.\\d+'
export const versionText: Check<string> = checkOf({ type: 'string', pattern: VERSION }, (value, place) =>
  typeof value === 'string' && new RegExp(VERSION).test(value)
    ? value
    : complain(place, settingsText('version')),
)

/** Somebody else's word for one of ours. */
const inbound = oneOf(PEER_INBOUND)
const peerInbound: Check<PeerInbound> = checkOf({ enum: [...PEER_INBOUND, 'accept'] }, (value, place) =>
  inbound(value === 'accept' ? 'deliver' : value, place),
)

const off = { check: flag, default: false, project: 'never', ...start } as const

export const sessionRows = [
  { key: 'disableWorkflows', ...off, doc: 'Run no workflows' },
  {
    key: 'disableRemoteControl',
    ...off,
    doc: 'Serve no session to other devices: no /remote-control, no `capstan serve` beyond this machine',
  },
  { key: 'disableAgentView', ...off, doc: 'Run no sessions in the background' },
  {
    key: 'cleanupPeriodDays',
    check: between(1, TEN_YEARS),
    doc: 'Delete sessions unused for this many days, and older daily memory logs, when a session ends; unset: never',
    // What is lost is the person's.
    project: 'never',
    ...start,
    edit: { at: 300 },
  },
  {
    key: 'fileCheckpointingEnabled',
    check: flag,
    doc: 'Keep copies of changed files, so /rewind can restore them',
    default: true,
    ...start,
    edit: { at: 310 },
  },
  {
    key: 'crossSessionInbound',
    check: peerInbound,
    doc: 'Messages from your other sessions on this machine: `deliver`, `hold` until you let them through, or `refuse`',
    default: 'hold',
    // A repository opens no session to others.
    project: 'never',
    ...start,
  },
  {
    key: 'askUserQuestionTimeout',
    check: wait,
    doc: 'How long the model waits for your answer to a question: seconds, `5m` or `never`; then it continues without it',
    default: 'never',
    ...start,
  },
  {
    key: 'defaultShell',
    public: true,
    check: oneOf(['bash', 'zsh', 'fish', 'sh']),
    doc: 'Shell for commands you run with !',
    default: 'bash',
    ...start,
    edit: { at: 320 },
  },
  {
    key: 'minimumVersion',
    public: true,
    check: versionText,
    doc: 'Warn if Capstan is older than this version',
    ...start,
  },
  {
    key: 'requiredMinimumVersion',
    public: true,
    check: versionText,
    doc: 'Refuse to start if Capstan is older than this version',
    project: 'never',
    managedOnly: true,
    ...start,
  },
] as const satisfies readonly SettingRow[]

export const telemetryRows = [
  {
    key: 'otelHeadersHelper',
    check: filledText,
    doc: 'Command that prints the headers for telemetry as JSON',
    project: 'never',
    ...start,
  },
] as const satisfies readonly SettingRow[]

export const featureRows = [
  {
    key: 'features.effortWords',
    check: flag,
    doc: 'Words such as "ultrathink" raise the effort of a turn (stable)',
    default: true,
    ...start,
    edit: { at: 330 },
  },
  {
    key: 'features.tokenWords',
    check: flag,
    doc: 'A message that begins or ends with "+500k" sets a token budget (stable)',
    default: true,
    ...start,
    edit: { at: 340 },
  },
] as const satisfies readonly SettingRow[]
