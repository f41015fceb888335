import { PEER_INBOUND, type PeerInbound } from '../../../protocol/agents/peers.ts'
import { settingsText } from '../../../protocol/messages/host/settings.ts'
import { between, type Check, checkOf, complain, filledText, flag, notNegative, oneOf } from '../check.ts'
import type { DescribedRow } from './row.ts'

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

const ENCODING =
  '^(?:gbk|gb18030|big5|shift_jis|euc-(?:jp|kr)|windows-(?:125\\d|874)|iso-8859-\\d+|koi8-[ru])$'
const encoding: Check<string> = checkOf({ type: 'string', pattern: ENCODING }, (value, place) =>
  typeof value === 'string' && new RegExp(ENCODING).test(value)
    ? value
    : complain(place, settingsText('encoding')),
)

/** Somebody else's word for one of ours. */
const inbound = oneOf(PEER_INBOUND)
const peerInbound: Check<PeerInbound> = checkOf({ enum: [...PEER_INBOUND, 'accept'] }, (value, place) =>
  inbound(value === 'accept' ? 'deliver' : value, place),
)

const off = { check: flag, default: false, project: 'never', ...start } as const

export const sessionRows = [
  { key: 'disableWorkflows', ...off, doc: { en: 'Run no workflows', zh: '不运行工作流' } },
  {
    key: 'workflowSizeGuideline',
    check: oneOf(['unrestricted', 'small', 'medium', 'large']),
    doc: {
      en: 'How many agents the model aims for in workflows it writes: fewer than 5, 15 or 50, or any number',
      zh: '模型编写工作流时的智能体数量目标：少于 5、15 或 50 个，或自行决定；仅为建议',
    },
    default: 'medium',
    ...start,
  },
  {
    key: 'workflowKeywordTriggerEnabled',
    check: flag,
    doc: {
      en: 'The word `ultracode` in your message asks for a workflow',
      zh: '消息中的 ultracode 表示要求使用工作流',
    },
    default: true,
    ...start,
  },
  {
    key: 'ultracode',
    check: flag,
    doc: {
      en: 'Start with effort `xhigh` and have the model plan a workflow for every larger task',
      zh: '以思考强度 xhigh 启动，并让模型为每个较大的任务规划工作流',
    },
    default: false,
    project: 'never',
    ...start,
  },
  {
    key: 'enableWorkflows',
    check: flag,
    doc: {
      en: 'Run workflows; `false` is the same as `disableWorkflows`',
      zh: '运行工作流；`false` 等同于 disableWorkflows',
    },
    default: true,
    project: 'never',
    ...start,
  },
  {
    key: 'disableRemoteControl',
    ...off,
    doc: {
      en: 'Serve no session to other devices: no /remote-control, no `capstan serve` beyond this machine',
      zh: '不向其他设备提供会话',
    },
  },
  {
    key: 'disableDeepLinkRegistration',
    check: oneOf(['disable']),
    doc: {
      en: '`"disable"`: register no `capstan://` links with the system, and open none',
      zh: '`"disable"`：不向系统注册 `capstan://` 链接，也不打开它们',
    },
    project: 'never',
    public: true,
    ...start,
  },
  {
    key: 'disableAgentView',
    ...off,
    doc: { en: 'Run no sessions in the background', zh: '不在后台运行会话' },
  },
  {
    key: 'cleanupPeriodDays',
    check: between(1, TEN_YEARS),
    doc: {
      en: 'Delete sessions unused for this many days, and older daily memory logs, when a session ends; unset: never',
      zh: '会话多少天未变动后删除',
    },
    // What is lost is the person's.
    project: 'never',
    ...start,
    edit: { at: 300 },
  },
  {
    key: 'fileEncoding',
    check: encoding,
    doc: {
      en: 'Encoding of files and command output that are not UTF-8, such as `gbk`; without it, it is detected',
      zh: '非 UTF-8 的文件和命令输出所用的编码，如 `gbk`；不设则自动检测',
    },
    public: true,
    ...start,
  },
  {
    key: 'fileCheckpointingEnabled',
    check: flag,
    doc: {
      en: 'Keep copies of changed files, so /rewind can restore them',
      zh: '保留被修改文件的副本，供 /rewind 恢复',
    },
    default: true,
    ...start,
    edit: { at: 310 },
  },
  {
    key: 'crossSessionInbound',
    check: peerInbound,
    doc: {
      en: 'Messages from your other sessions on this machine: `deliver`, `hold` until you let them through, or `refuse`',
      zh: '你在本机的其他会话发来的消息：deliver 送达，hold 经你同意后送达，refuse 拒收',
    },
    default: 'hold',
    // A repository opens no session to others.
    project: 'never',
    ...start,
  },
  {
    key: 'askUserQuestionTimeout',
    check: wait,
    doc: {
      en: 'How long the model waits for your answer to a question: seconds, `5m` or `never`; then it continues without it',
      zh: '模型等待你回答的时间：秒数、5m 或 never；之后不再等待',
    },
    default: 'never',
    ...start,
  },
  {
    key: 'defaultShell',
    public: true,
    check: oneOf(['bash', 'zsh', 'fish', 'sh']),
    doc: { en: 'Shell for commands you run with !', zh: '用 ! 运行命令时使用的 shell' },
    default: 'bash',
    ...start,
    edit: { at: 320 },
  },
  {
    key: 'respondToBashCommands',
    check: flag,
    doc: { en: 'Let the model answer after a command you run with !', zh: '用 ! 运行命令后由模型回应' },
    default: false,
    ...start,
    edit: { at: 325 },
  },
  {
    key: 'processWrapper',
    check: filledText,
    doc: {
      en: 'Launcher that starts background sessions and members of teams, with its arguments',
      zh: '启动后台会话和团队成员的启动器及其参数',
    },
    project: 'never',
    ...start,
  },
  {
    key: 'minimumVersion',
    public: true,
    check: versionText,
    doc: { en: 'Warn if Capstan is older than this version', zh: 'Capstan 低于此版本时警告' },
    ...start,
  },
  {
    key: 'autoUpdatesChannel',
    check: oneOf(['latest', 'stable']),
    doc: {
      en: 'What `capstan update` installs: the newest version, or the newest that has been out for a week',
      zh: 'capstan update 安装的版本：latest 为最新版本，stable 为发布满一周的最新版本',
    },
    default: 'latest',
    project: 'never',
    counts: 'now',
  },
  {
    key: 'requiredMinimumVersion',
    public: true,
    check: versionText,
    doc: { en: 'Refuse to start if Capstan is older than this version', zh: 'Capstan 低于此版本时拒绝启动' },
    project: 'never',
    managedOnly: true,
    ...start,
  },
] as const satisfies readonly DescribedRow[]

export const telemetryRows = [
  {
    key: 'otelHeadersHelper',
    check: filledText,
    doc: { en: 'Command that prints the headers for telemetry as JSON', zh: '以 JSON 输出遥测请求头的命令' },
    project: 'never',
    ...start,
  },
] as const satisfies readonly DescribedRow[]

export const featureRows = [
  {
    key: 'features.effortWords',
    check: flag,
    doc: {
      en: 'Words such as "ultrathink" raise the effort of a turn (stable)',
      zh: '“ultrathink”等词提高本轮思考强度',
    },
    default: true,
    ...start,
    edit: { at: 330 },
  },
  {
    key: 'features.tokenWords',
    check: flag,
    doc: {
      en: 'A message that begins or ends with "+500k" sets a token budget (stable)',
      zh: '消息开头或结尾的“+500k”设定 token 预算',
    },
    default: true,
    ...start,
    edit: { at: 340 },
  },
] as const satisfies readonly DescribedRow[]
