import { readFileSync } from 'node:fs'
import { isLoopback } from '../../frontends/serve/host-names.ts'
import type { Listen } from '../../frontends/serve/serve-options.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { cliText } from '../../protocol/messages/cli/cli.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import { noteText } from '../../protocol/messages/cli/notes.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { ClientRights } from '../../protocol/serve/wire.ts'
import { describeCause } from '../../protocol/system-error.ts'
import { parseArgs } from '../args/parse-args.ts'
import type { RunOptions } from '../args/run-options.ts'
import { ExitError } from '../exit-error.ts'
import { usageOf } from '../usage.ts'

export const SERVE_USAGE = usageOf(
  `Usage: capstan serve [options]           sessions over HTTP and WebSocket, with a web page
       capstan serve link                a new sign-in link of the server that runs
  --port <n>             port to listen on (default 4519; 0: any free one)
  --host <address>       address to listen on (default 127.0.0.1)
  --remote               allow an address other than loopback; needs TLS
  --tls-cert <file>      certificate and key, in PEM
  --tls-key <file>
  --insecure             allow --remote without TLS: everything can be read on the way
  --allowed-host <name>  another name the server may be called by; repeatable
  --allow-shell          let clients run shell commands of their own
  --allow-settings       let clients loosen permission rules and change settings
  --new-token            make a new token: everyone has to sign in again
  --until-input-ends     stop when standard input ends: with the program that started it
Other options (--model, --permission-mode, --add-dir …) count for the sessions it opens.
Clients can bypass permissions only with --allow-dangerously-skip-permissions.`,
  `用法：capstan serve [选项]           通过 HTTP 和 WebSocket 提供会话，带网页界面
      capstan serve link             为正在运行的服务生成新的登录链接
  --port <n>             监听端口（默认 4519；0：任意空闲端口）
  --host <地址>          监听地址（默认 127.0.0.1）
  --remote               允许监听回环以外的地址；需要 TLS
  --tls-cert <文件>      PEM 格式的证书和密钥
  --tls-key <文件>
  --insecure             允许不用 TLS 的 --remote：传输内容可能被他人读取
  --allowed-host <名称>  服务可使用的其他主机名；可重复
  --allow-shell          允许客户端运行自己的 shell 命令
  --allow-settings       允许客户端放宽权限规则、更改设置
  --new-token            生成新令牌：所有人都要重新登录
  --until-input-ends     标准输入结束时停止：随启动它的程序一起结束
其他选项（--model、--permission-mode、--add-dir …）对它打开的会话生效。
只有带 --allow-dangerously-skip-permissions 时，客户端才能使用不检查权限模式。`,
)

export interface ServeArgs {
  readonly listen: Listen
  readonly rights: ClientRights
  readonly newToken: boolean
  /** It ends with its standard input, and so with whoever started it, however that ends. */
  readonly untilInputEnds: boolean
  /** Everything about the sessions. */
  readonly options: RunOptions
  /** What the person should be told before it begins. */
  readonly warning?: LocalizedText
}

const DEFAULT_PORT = 4519
const VALUES = ['port', 'host', 'tls-cert', 'tls-key', 'allowed-host'] as const
const SWITCHES = [
  'remote',
  'insecure',
  'allow-shell',
  'allow-settings',
  'new-token',
  'until-input-ends',
] as const
type Value = (typeof VALUES)[number]
type Switch = (typeof SWITCHES)[number]

/** Reads what stands behind `capstan serve`; throws ExitError. */
export const readServeArgs = (argv: readonly string[]): ServeArgs => {
  const { values, switches, rest } = split(argv)
  const last = (name: Value): string | undefined => values.filter(([key]) => key === name).at(-1)?.[1]
  const parsed = parseArgs(rest)
  if (parsed.kind === 'usage_error')
    throw new ExitError(2, commandText('with_usage', { problem: parsed.localized, usage: SERVE_USAGE }))
  if (parsed.kind !== 'run' || parsed.options.print || parsed.options.prompt !== undefined)
    throw refuse(
      argumentText('unexpected_words', { words: rest.map(word => JSON.stringify(word)).join(' ') }),
    )
  const { options } = parsed
  const hostname = last('host') ?? '127.0.0.1'
  const tls = readTls(last('tls-cert'), last('tls-key'))
  const remote = !isLoopback(hostname)
  if (remote) checkRemote(switches, tls !== undefined)
  return {
    listen: {
      hostname,
      port: readPort(last('port')),
      names: values.filter(([key]) => key === 'allowed-host').map(([, name]) => name),
      ...(tls ? { tls } : {}),
    },
    rights: {
      bypass: options.allowDangerouslySkipPermissions || options.dangerouslySkipPermissions,
      shell: switches.has('allow-shell'),
      settings: switches.has('allow-settings'),
    },
    newToken: switches.has('new-token'),
    untilInputEnds: switches.has('until-input-ends'),
    options,
    ...(remote && !tls ? { warning: noteText('not_private') } : {}),
  }
}

const checkRemote = (switches: ReadonlySet<Switch>, hasTls: boolean): void => {
  if (!switches.has('remote')) throw refuse(argumentText('reachable'))
  if (!hasTls && !switches.has('insecure')) throw refuse(argumentText('needs_tls'))
}

const split = (argv: readonly string[]) => {
  const values: [Value, string][] = []
  const switches = new Set<Switch>()
  const rest: string[] = []
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? ''
    const [, name = '', attached] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? []
    const value = VALUES.find(each => each === name)
    const flag = SWITCHES.find(each => each === name)
    if (value) {
      const text = attached ?? argv[++at]
      if (text === undefined || text === '') throw refuse(argumentText('needs_value', { flag: `--${value}` }))
      values.push([value, text])
    } else if (flag && attached === undefined) switches.add(flag)
    else rest.push(word)
  }
  return { values, switches, rest }
}

const readPort = (text = String(DEFAULT_PORT)): number => {
  const port = Number(text)
  if (/^\d+$/.test(text) && port < 65_536) return port
  throw refuse(
    argumentText('takes', { flag: '--port', choices: argumentText('port'), given: JSON.stringify(text) }),
  )
}

const readTls = (cert: string | undefined, key: string | undefined): Listen['tls'] => {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined)
    throw refuse(argumentText('belong_together', { one: '--tls-cert', other: '--tls-key' }))
  return { cert: readFile('--tls-cert', cert), key: readFile('--tls-key', key) }
}

const readFile = (flag: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ExitError(1, cliText('cannot_read', { flag, path, error: describeCause(error) }))
  }
}

const refuse = (problem: LocalizedText): ExitError =>
  new ExitError(2, commandText('of_command', { command: 'serve', problem, usage: SERVE_USAGE }))
