import { sentences } from '../../protocol/messages/layout.ts'
import { inEnglish, type LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import type { Refusal } from './egress-proxy.ts'
import { isIgnoredHost, withoutIgnored } from './ignored-refusals.ts'

const says = modelTexts('sandbox_refusal', {
  failed: {
    en: 'The sandbox itself failed; the command may not have run.',
    zh: '沙箱本身出错，命令可能没有运行。',
  },
  readOnly: {
    en: 'Only the working directories and /tmp can be written, and protected names (.git/config, .git/hooks, .vscode, .npmrc …) not even there.',
    zh: '只能写入工作目录和 /tmp，其中受保护的名称（.git/config、.git/hooks、.vscode、.npmrc 等）也不可写。',
  },
  notPermitted: {
    en: 'Only the working directories and $TMPDIR can be written, and protected names (.git/config, .git/hooks, .vscode, .npmrc …) not even there; /tmp and places with credentials cannot be read.',
    zh: '只能写入工作目录和 $TMPDIR，其中受保护的名称（.git/config、.git/hooks、.vscode、.npmrc 等）也不可写；/tmp 和存放凭据的位置不可读。',
  },
  busy: {
    en: 'Protected files cannot be replaced, moved or removed.',
    zh: '受保护的文件不能替换、移动或删除。',
  },
  network: {
    en: 'There is no network but the hosts in sandbox.network.allowedDomains, through the proxy in HTTPS_PROXY.',
    zh: '除 sandbox.network.allowedDomains 中的主机（经 HTTPS_PROXY 中的代理）外没有网络。',
  },
  daemons: {
    en: 'Daemons, agents and the desktop cannot be reached.',
    zh: '无法访问守护进程、代理程序和桌面。',
  },
  host: { en: 'The sandbox refused the host {host}: {why}.', zh: '沙箱拒绝了主机 {host}：{why}。' },
  askToLeave: {
    en: 'If it is needed, call Bash again with dangerouslyDisableSandbox: true; it needs a yes of the person.',
    zh: '如确有需要，请再次调用 Bash 并设置 dangerouslyDisableSandbox: true；需要用户同意。',
  },
  noWayOut: {
    en: 'Commands cannot leave the sandbox here; tell the person what is missing.',
    zh: '此处命令不能离开沙箱；请告诉用户缺少什么。',
  },
  ran: { en: 'This command ran in a sandbox.', zh: '此命令在沙箱中运行。' },
  renamed: {
    en: 'Files with protected names were made or replaced while a command ran in the sandbox; other programs would obey them, so they were renamed: {paths:list}. What stood there before was put back.',
    zh: '命令在沙箱中运行期间，有受保护名称的文件被创建或替换；其他程序会按其内容执行，因此已改名：{paths:list}。原有内容已恢复。',
  },
  renamedMore: {
    en: 'Files with protected names were made or replaced while a command ran in the sandbox; other programs would obey them, so they were renamed: {paths:list} and {more:number} more. What stood there before was put back.',
    zh: '命令在沙箱中运行期间，有受保护名称的文件被创建或替换；其他程序会按其内容执行，因此已改名：{paths:list} 及另外 {more} 个。原有内容已恢复。',
  },
})

type Sign = 'failed' | 'readOnly' | 'notPermitted' | 'busy' | 'network' | 'daemons'

/** What programs say when the sandbox stopped them. */
const SIGNS: readonly { readonly sign: RegExp; readonly row: Sign }[] = [
  { sign: /^(?:bwrap|sandbox-exec): /m, row: 'failed' },
  {
    sign: /read-only file system|\bEROFS\b/i,
    row: 'readOnly',
  },
  {
    sign: /device or resource busy|\bEBUSY\b/i,
    row: 'busy',
  },
  {
    sign: /network is unreachable|could not resolve (?:host|hostname|proxy)|temporary failure in name resolution|name or service not known|\bE(?:NETUNREACH|AI_AGAIN|NOTFOUND)\b|no address associated with hostname|getaddrinfo/i,
    row: 'network',
  },
  {
    sign: /cannot connect to the docker daemon|error connecting to agent|could not open a connection to your authentication agent|failed to connect to (?:the )?bus|cannot open display/i,
    row: 'daemons',
  },
] as const

/** All that macOS says of whatever it was; elsewhere the words are used for much else. */
const REFUSED_ON_MAC = { sign: /operation not permitted|\bEPERM\b/i, row: 'notPermitted' } as const

export interface CommandOutcome {
  readonly platform: string
  readonly code: number | null
  readonly output: string
  readonly refusals: readonly Refusal[]
  /** What it made although it must not, under its new names. */
  readonly setAside: readonly string[]
  /** Paths and hosts that the person does not want to hear of. */
  readonly ignored: readonly string[]
  /** The model may ask to leave the sandbox. */
  readonly canLeave: boolean
}

/** What a person or model should know about a command that the sandbox kept from something. */
export const refusalNotes = (outcome: CommandOutcome): readonly LocalizedText[] => {
  const { ignored } = outcome
  const refusals = outcome.refusals.filter(({ host }) => !isIgnoredHost(host, ignored))
  const hosts = [...new Map(refusals.map(one => [inEnglish(one.why), one])).values()]
  const output = withoutIgnored(outcome.output, ignored)
  const causes = [
    ...hosts.map(({ host, why }) => says('host', { host, why })),
    ...(outcome.code === 0 || hosts.length > 0
      ? []
      : [...SIGNS, ...(outcome.platform === 'darwin' ? [REFUSED_ON_MAC] : [])]
          .filter(({ sign }) => sign.test(output))
          .map(({ row }) => says(row))),
  ]
  const aside = asideNotes(outcome.setAside)
  if (causes.length + aside.length === 0) return []
  const way = outcome.canLeave ? says('askToLeave') : says('noWayOut')
  const intro = hosts.length > 0 || causes.length === 0 ? [] : [says('ran')]
  return [sentences([...intro, ...causes, ...aside, way])]
}

const MOST_NAMED = 20

/** About what was given another name. */
export const asideNotes = (setAside: readonly string[]): readonly LocalizedText[] => {
  if (setAside.length === 0) return []
  const paths = setAside.slice(0, MOST_NAMED)
  const more = setAside.length - paths.length
  return [more > 0 ? says('renamedMore', { paths, more }) : says('renamed', { paths })]
}

const freezing = modelTexts('sandbox_frozen', {
  frozen: {
    en: 'The working directories hold more directories than the sandbox looks through for protected names, or some that cannot be read: nothing can be changed below {paths:list}.',
    zh: '工作目录中的目录过多，沙箱无法全部检查受保护的名称，或有些目录无法读取：{paths:list} 之下不可更改。',
  },
  frozenMore: {
    en: 'The working directories hold more directories than the sandbox looks through for protected names, or some that cannot be read: nothing can be changed below {paths:list} and {more:number} others.',
    zh: '工作目录中的目录过多，沙箱无法全部检查受保护的名称，或有些目录无法读取：{paths:list} 及另外 {more} 处之下不可更改。',
  },
})

const MOST_FROZEN = 3

/** What can't be changed because its names could not be looked through, in words. */
export const frozenNote = (frozen: readonly string[]): readonly LocalizedText[] => {
  if (frozen.length === 0) return []
  const paths = frozen.slice(0, MOST_FROZEN)
  const more = frozen.length - paths.length
  return [more > 0 ? freezing('frozenMore', { paths, more }) : freezing('frozen', { paths })]
}
