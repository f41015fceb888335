import { nearestName } from '../../lib/nearest-name.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { expectedError } from '../../protocol/system-error.ts'
import { ExitError, messageOf } from '../exit-error.ts'
import type { Process } from '../process.ts'
import { listUsage, showUsage, wantsHelp } from '../usage.ts'

interface McpCommand {
  /** Absent: not for people. */
  readonly help?: readonly [en: string, zh: string]
  load(): Promise<{
    readonly usage: LocalizedText
    run(argv: readonly string[], from: Process): Promise<number> | number
  }>
}

const COMMANDS: Readonly<Record<string, McpCommand>> = {
  add: {
    help: ['add a server: a command, or an address', '添加服务器：命令或地址'],
    load: async () => {
      const { add, ADD } = await import('./add.ts')
      return { usage: ADD.usage, run: add }
    },
  },
  'add-json': {
    help: ['add a server from JSON', '用 JSON 添加服务器'],
    load: async () => {
      const { addJson, ADD_JSON } = await import('./add.ts')
      return { usage: ADD_JSON.usage, run: addJson }
    },
  },
  'add-from-desktop': {
    help: ['copy the servers of Claude Desktop', '复制 Claude Desktop 的服务器'],
    load: async () => {
      const { addFromDesktop, DESKTOP } = await import('./desktop.ts')
      return { usage: DESKTOP.usage, run: addFromDesktop }
    },
  },
  list: {
    help: ['list servers, where they are configured and their state', '列出服务器、配置位置和状态'],
    load: async () => {
      const { list, LIST } = await import('./list.ts')
      return { usage: LIST.usage, run: list }
    },
  },
  get: {
    help: ['show one server', '查看一个服务器'],
    load: async () => {
      const { get, GET } = await import('./list.ts')
      return { usage: GET.usage, run: get }
    },
  },
  remove: {
    help: ['remove a server', '删除服务器'],
    load: async () => {
      const { remove, REMOVE } = await import('./change.ts')
      return { usage: REMOVE.usage, run: remove }
    },
  },
  approve: {
    help: ['approve servers of this project', '批准此项目的服务器'],
    load: async () => {
      const { approve, APPROVE } = await import('./change.ts')
      return { usage: APPROVE.usage, run: approve }
    },
  },
  'reset-project-choices': {
    help: ['ask about the servers of this project again', '重新询问此项目的服务器'],
    load: async () => {
      const { resetChoices, RESET } = await import('./change.ts')
      return { usage: RESET.usage, run: resetChoices }
    },
  },
  login: {
    help: ['sign in to a remote server in your browser', '在浏览器中登录远程服务器'],
    load: async () => {
      const { login, LOGIN } = await import('./login.ts')
      return { usage: LOGIN.usage, run: login }
    },
  },
  logout: {
    help: ['forget the sign-in to a server', '退出登录服务器'],
    load: async () => {
      const { logout, LOGOUT } = await import('./login.ts')
      return { usage: LOGOUT.usage, run: logout }
    },
  },
  serve: {
    help: [
      'offer the tools of Capstan as an MCP server on stdin and stdout',
      '作为 MCP 服务器，在 stdin 和 stdout 上提供 Capstan 的工具',
    ],
    load: async () => {
      const { serve, SERVE } = await import('./serve.ts')
      return { usage: SERVE.usage, run: serve }
    },
  },
  'conformance-client': {
    load: async () => {
      const { conformanceClient, CONFORMANCE } = await import('./conformance.ts')
      return { usage: CONFORMANCE.usage, run: conformanceClient }
    },
  },
}

const ALIASES: Readonly<Record<string, string>> = {
  'add-from-claude-desktop': 'add-from-desktop',
  rm: 'remove',
}

const usage = (): LocalizedText => {
  const rows = Object.entries(COMMANDS).flatMap(([name, { help }]) =>
    help === undefined ? [] : [{ name: name.padEnd(22), help }],
  )
  return listUsage('mcp', rows)
}

/** `capstan mcp …` */
export const mcp = async (argv: readonly string[], from: Process): Promise<number> => {
  const [given, ...rest] = argv
  if (given === undefined) throw new ExitError(2, usage())
  if (given === '--help' || given === '-h' || given === 'help') return showUsage(usage())
  const name = ALIASES[given] ?? given
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) {
    const near = nearestName(name, Object.keys(COMMANDS))
    throw new ExitError(
      2,
      near
        ? commandText('no_subcommand_near', { command: `mcp ${name}`, near, usage: usage() })
        : commandText('no_subcommand', { command: `mcp ${name}`, usage: usage() }),
    )
  }
  const { usage: help, run } = await command.load()
  const end = rest.indexOf('--')
  if (wantsHelp(end < 0 ? rest : rest.slice(0, end))) return showUsage(help)
  try {
    return await run(rest, from)
  } catch (error) {
    if (error instanceof ExitError || !(error instanceof Error)) throw error
    const expected = expectedError(error)
    throw new ExitError(1, expected ?? messageOf(error))
  }
}
