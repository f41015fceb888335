import { randomUUID } from 'node:crypto'
import { RemoteApi, RemoteError } from '../../features/remote-engine/remote-api.ts'
import { findStart } from '../../host/start.ts'
import { sessionCommandText } from '../../protocol/messages/cli/sessions.ts'
import type { SessionInfo } from '../../protocol/serve/wire.ts'
import { emptyOptions } from '../args/run-options.ts'
import { ExitError, messageOf } from '../exit-error.ts'
import type { Process } from '../process.ts'
import type { ShownOn } from '../tui/tui-start.ts'
import { showUsage, usageOf, wantsHelp } from '../usage.ts'
import type { Attached } from './attached.ts'
import { findInBackground } from './find-in-background.ts'
import { findServer } from './find-server.ts'

const USAGE = usageOf(
  `Usage: capstan attach [url] [session]    join a session in the background, of "capstan serve", or of a terminal with remote control
Without a url: a background session, or the server of yours that runs on this machine. Without a session: the newest open one.
From another machine, give the link the server printed (it works once), or its url and the token in CAPSTAN_SERVE_TOKEN.`,
  `用法：capstan attach [url] [会话]    加入后台会话、"capstan serve" 的会话，或开启了远程控制的终端会话
不带 url：加入后台会话，或连接本机正在运行的服务。不带会话：加入最近打开的会话。
从另一台机器连接时，请使用服务打印的链接（只能用一次），或使用其地址并在 CAPSTAN_SERVE_TOKEN 中提供令牌。`,
)

/** The terminal on a session that lives in a server: the process's own unless told. */
export const attach = async (argv: readonly string[], from: Process, shownOn?: ShownOn): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(USAGE)
  const { address, session } = readArguments(argv)
  if (!shownOn && (!process.stdin.isTTY || !process.stdout.isTTY))
    throw new ExitError(2, sessionCommandText('attach_terminal'))
  const attached = await join(address, session, from)
  const { startTui } = await import('../tui/start.ts')
  return await startTui({ ...from, options: emptyOptions(), attached, ...(shownOn ? { shownOn } : {}) })
}

const readArguments = (argv: readonly string[]) => {
  const [first, second, ...more] = argv
  const flag = argv.find(word => word.startsWith('-'))
  if (flag !== undefined || more.length > 0)
    throw new ExitError(
      2,
      sessionCommandText('attach_unexpected', { word: JSON.stringify(flag ?? more[0]), usage: USAGE }),
    )
  const isAddress = first !== undefined && /^https?:\/\//.test(first)
  if (!isAddress && second !== undefined)
    throw new ExitError(2, sessionCommandText('attach_url_first', { usage: USAGE }))
  return { address: isAddress ? first : undefined, session: isAddress ? second : first }
}

const join = async (
  address: string | undefined,
  session: string | undefined,
  from: Process,
): Promise<Attached> => {
  const { configHome } = findStart(from)
  const { env } = from
  const background = address === undefined ? findInBackground({ configHome, env }, session) : undefined
  if (background) {
    const api = new RemoteApi(background.server)
    return { api, sessionId: background.session, newId: randomUUID, background: true }
  }
  const server = await findServer(address, { env, configHome })
  const api = new RemoteApi(server)
  try {
    const sessionId = await chooseSession(api, session)
    return { api, sessionId, newId: randomUUID, remote: address !== undefined }
  } catch (error) {
    if (error instanceof RemoteError) throw new ExitError(1, messageOf(error))
    throw error
  }
}

const chooseSession = async (api: RemoteApi, wanted: string | undefined): Promise<string> => {
  const { sessions } = await api.get<{ readonly sessions: readonly SessionInfo[] }>('/sessions')
  if (wanted === undefined) {
    const open = sessions.find(each => each.open)
    return open?.id ?? (await openNew(api))
  }
  const found = sessions.filter(({ id, title }) => id.startsWith(wanted) || title === wanted)
  const [only] = found
  if (only && found.length === 1) return only.id
  throw new ExitError(1, sessionCommandText(only ? 'attach_several' : 'attach_none', { wanted }))
}

const openNew = async (api: RemoteApi): Promise<string> =>
  (await api.post<{ readonly session: SessionInfo }>('/sessions')).session.id
