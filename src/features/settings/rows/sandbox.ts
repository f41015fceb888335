import { isObject } from '../../../lib/is-object.ts'
import { settingsText } from '../../../protocol/messages/host/settings.ts'
import { checkOf, complain, filledText, flag, inside, listOf, mapOf, wholeBetween } from '../check.ts'
import { credential } from '../check-credential.ts'
import type { DescribedRow } from './row.ts'

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
const service = checkOf({ type: 'string', pattern: '^[\\w.-]+\\*?$' }, (value, place) => {
  const name = filledText(value, place)
  if (name === undefined || /^[\w.-]+\*?$/.test(name)) return name
  return complain(place, settingsText('service_name'))
})
const start = { counts: 'next start' } as const
const tighter = { project: 'tighter', ...start } as const
/** More of it opens something, whatever it says. */
const opens = { check: paths, project: 'never', ...start } as const
const closes = { check: paths, stricter: 'longer', ...tighter } as const

export const sandboxRows = [
  {
    key: 'sandbox.enabled',
    check: flag,
    doc: { en: 'Run commands in a sandbox', zh: '在沙箱中运行命令' },
    default: false,
    stricter: true,
    ...tighter,
    edit: { at: 260 },
  },
  {
    key: 'sandbox.failIfUnavailable',
    check: flag,
    doc: { en: 'Refuse to start if the sandbox is unavailable', zh: '没有沙箱时不启动' },
    default: false,
    stricter: true,
    ...tighter,
  },
  {
    key: 'sandbox.autoAllowBashIfSandboxed',
    check: flag,
    doc: { en: 'Run sandboxed commands without asking', zh: '沙箱中的命令无需询问' },
    default: false,
    stricter: false,
    ...tighter,
  },
  {
    key: 'sandbox.excludedCommands',
    ...opens,
    doc: { en: 'Commands that run outside the sandbox', zh: '在沙箱外运行的命令' },
  },
  {
    key: 'sandbox.allowUnsandboxedCommands',
    check: flag,
    doc: { en: 'Let the model ask to run a command outside the sandbox', zh: '模型可以请求离开沙箱' },
    default: true,
    stricter: false,
    ...tighter,
  },
  {
    key: 'sandbox.enableWeakerNestedSandbox',
    check: flag,
    doc: {
      en: 'In a container that allows no full sandbox, use one that can see other processes',
      zh: '容器内不支持完整沙箱时，使用能看到其他进程的沙箱',
    },
    default: false,
    stricter: false,
    ...tighter,
  },
  {
    key: 'sandbox.enableWeakerNetworkIsolation',
    check: flag,
    doc: {
      en: 'macOS: let commands ask the system to verify certificates (some tools need it for TLS)',
      zh: 'macOS：命令可请系统验证证书（部分工具的 TLS 需要）',
    },
    default: false,
    stricter: false,
    ...tighter,
  },
  {
    key: 'sandbox.allowAppleEvents',
    check: flag,
    doc: {
      en: 'macOS: let commands open and control applications, which run outside the sandbox',
      zh: 'macOS：命令可打开和控制在沙箱外运行的应用',
    },
    default: false,
    stricter: false,
    ...tighter,
  },
  {
    key: 'sandbox.ignoreViolations',
    check: mapOf(paths),
    doc: {
      en: 'Blocked paths and hosts the model is not told about, by command ("*" for all)',
      zh: '被拦截时不告知模型的路径和域名（按命令，"*" 表示全部）',
    },
    project: 'never',
    ...start,
  },
  {
    key: 'sandbox.credentials.files',
    public: true,
    check: listOf(credential('path')),
    doc: {
      en: 'Credential files to hide, even from allowRead, or to mask',
      zh: '要隐藏（优先于 allowRead）或遮盖的凭据文件',
    },
    stricter: 'longer',
    ...tighter,
    projectLimit: MASKS_HIDE,
  },
  {
    key: 'sandbox.credentials.envVars',
    public: true,
    check: listOf(credential('name')),
    doc: { en: 'Environment variables to remove or to mask', zh: '要移除或遮盖的环境变量' },
    stricter: 'longer',
    ...tighter,
    projectLimit: MASKS_HIDE,
  },
  {
    key: 'sandbox.credentials.allowPlaintextInject',
    check: flag,
    doc: {
      en: 'Put masked credentials into requests that are not encrypted too; for test networks',
      zh: '遮盖的凭据也填入未加密的请求；用于测试网络',
    },
    default: false,
    stricter: false,
    ...tighter,
  },
  {
    key: 'sandbox.filesystem.disabled',
    check: flag,
    doc: {
      en: 'Restrict only the network, and of files only what is denied by name',
      zh: '只限制网络，文件仅限制被明确拒绝的部分',
    },
    default: false,
    stricter: false,
    ...tighter,
  },
  {
    key: 'sandbox.filesystem.allowWrite',
    public: true,
    ...opens,
    doc: { en: 'More writable paths', zh: '更多可写路径' },
  },
  {
    key: 'sandbox.filesystem.denyWrite',
    public: true,
    ...closes,
    doc: { en: 'Read-only paths', zh: '不可写路径' },
  },
  {
    key: 'sandbox.filesystem.denyRead',
    public: true,
    ...closes,
    doc: { en: 'Hidden paths', zh: '不可读路径' },
  },
  {
    key: 'sandbox.filesystem.allowRead',
    public: true,
    ...opens,
    doc: { en: 'Paths to make readable that are hidden by default', zh: '默认隐藏但可读的路径' },
  },
  {
    key: 'sandbox.network.allowedDomains',
    public: true,
    ...opens,
    doc: { en: 'Allowed domains', zh: '可访问的域名' },
  },
  {
    key: 'sandbox.network.deniedDomains',
    public: true,
    ...closes,
    doc: { en: 'Blocked domains', zh: '不可访问的域名' },
  },
  {
    key: 'sandbox.network.allowLocalBinding',
    check: flag,
    doc: { en: 'macOS: let commands listen on loopback', zh: 'macOS：命令可监听本机端口' },
    default: false,
    stricter: false,
    ...tighter,
  },
  {
    key: 'sandbox.network.allowUnixSockets',
    public: true,
    ...opens,
    doc: { en: 'Allowed Unix sockets', zh: '可使用的 Unix 套接字' },
  },
  {
    key: 'sandbox.network.allowAllUnixSockets',
    check: flag,
    doc: {
      en: 'Allow all Unix sockets, such as those of docker and ssh-agent',
      zh: '允许所有 Unix 套接字，例如 docker 和 ssh-agent',
    },
    default: false,
    stricter: false,
    ...tighter,
  },
  {
    key: 'sandbox.network.allowMachLookup',
    public: true,
    ...opens,
    check: listOf(service),
    doc: {
      en: 'macOS: more system services that commands may use, such as `com.apple.coresimulator.*`',
      zh: 'macOS：命令可使用的更多系统服务，例如 com.apple.coresimulator.*',
    },
  },
  {
    key: 'sandbox.network.strictAllowlist',
    check: flag,
    doc: { en: 'Block other domains; false: ask about them', zh: '直接拒绝其他域名；false：询问' },
    default: true,
    stricter: true,
    ...tighter,
  },
  {
    key: 'sandbox.network.tlsTerminate',
    check: termination,
    doc: {
      en: 'Let the proxy decrypt requests to put masked credentials in',
      zh: '让代理解密请求，以填入遮盖的凭据',
    },
    default: false,
    stricter: false,
    ...tighter,
  },
  {
    key: 'sandbox.network.httpProxyPort',
    check: port,
    doc: {
      en: "Local port of your own HTTP proxy, used instead of Capstan's",
      zh: '你自己的 HTTP 代理的本机端口，代替 Capstan 的代理',
    },
    project: 'never',
    ...start,
  },
  {
    key: 'sandbox.network.socksProxyPort',
    check: port,
    doc: { en: 'Local port of your own SOCKS proxy', zh: '你自己的 SOCKS 代理的本机端口' },
    project: 'never',
    ...start,
  },
] as const satisfies readonly DescribedRow[]
