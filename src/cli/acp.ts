import { Console } from 'node:console'
import { randomUUID } from 'node:crypto'
import { Readable, Writable } from 'node:stream'
import { findSession } from '../features/sessions/find.ts'
import { isSessionId } from '../features/sessions/project-key.ts'
import { planPurge, purgeItem } from '../features/sessions/purge/plan-purge.ts'
import { SessionError } from '../features/sessions/session-error.ts'
import type { AcpDeps } from '../frontends/acp/open-session.ts'
import { type AcpIo, runAcp } from '../frontends/acp/run-acp.ts'
import { variable } from '../host/environment.ts'
import { findHomes } from '../host/find-homes.ts'
import { findStart } from '../host/start.ts'
import { resolveReal } from '../lib/paths.ts'
import { signalCode } from '../lib/process/signal-code.ts'
import type { Env } from '../protocol/host.ts'
import { argumentText } from '../protocol/messages/cli/arguments.ts'
import { commandText } from '../protocol/messages/cli/commands.ts'
import type { LocalizedText } from '../protocol/messages/localized-text.ts'
import { parseArgs } from './args/parse-args.ts'
import type { RunOptions } from './args/run-options.ts'
import { createHost } from './create-host.ts'
import { ExitError } from './exit-error.ts'
import { localizeFor } from './in-ui-language.ts'
import { limitHeapGrowth } from './limit-heap-growth.ts'
import { localPaths } from './local-path.ts'
import { overridesOf } from './open-request.ts'
import type { Process } from './process.ts'
import { listenForSignals } from './terminal.ts'
import { showUsage, usageOf, wantsHelp } from './usage.ts'

const USAGE = usageOf(
  `Usage: capstan acp [flags]

Serves an editor over the Agent Client Protocol: JSON-RPC on stdin and stdout, one message a line. Editors start it
themselves; docs/acp.md shows their settings.

  --login     choose a provider and enter a key, in a terminal
  flags       count for every session, as in an interactive one: --model, --permission-mode, --add-dir, --mcp-config,
              --settings, --trust …`,
  `用法：capstan acp [选项]

通过 Agent Client Protocol 为编辑器提供会话：在 stdin 和 stdout 上收发 JSON-RPC，每行一条消息。由编辑器自行启动，
编辑器的配置方法见 docs/acp.md。

  --login     在终端里选择提供商并输入密钥
  其他选项    与交互式会话相同，对每个会话生效：--model、--permission-mode、--add-dir、--mcp-config、
              --settings、--trust …`,
)

/** The agent for an editor, over this process's own streams. */
export const acp = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(USAGE)
  const signIn = argv.includes('--login')
  const options = optionsIn(argv.filter(word => word !== '--login'))
  if (signIn) {
    const { startTui } = await import('./tui/start.ts')
    return await startTui({ ...from, options })
  }
  // Before the editor is answered: without a home no session could be opened.
  findHomes(from.env)
  // Nobody reads any more: the connection hears of it and ends.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  // A stray word of some library on stdout would end the conversation with the editor.
  globalThis.console = new Console(process.stderr)
  limitHeapGrowth()
  const signal = listenForSignals()
  await serveAcp(options, from, {
    input: Readable.toWeb(process.stdin) as AcpIo['input'],
    output: Writable.toWeb(process.stdout),
    signal,
  })
  if (!signal.aborted) return 0
  return signalCode(signal.reason)
}

const optionsIn = (argv: readonly string[]): RunOptions => {
  const parsed = parseArgs(argv)
  const wrong = (problem: LocalizedText): ExitError =>
    new ExitError(2, commandText('of_command', { command: 'acp', problem, usage: USAGE }))
  if (parsed.kind === 'usage_error') throw wrong(parsed.localized)
  if (parsed.kind !== 'run') throw wrong(argumentText('not_for_it', { words: argv.join(' ') }))
  if (parsed.options.prompt !== undefined || parsed.options.print) throw wrong(argumentText('from_editor'))
  return parsed.options
}

/** One editor over these streams; nothing of this process is read or changed but what `from` says. */
export const serveAcp = async (options: RunOptions, from: Process, io: AcpIo): Promise<void> => {
  await using host = createHost(from)
  await runAcp(
    {
      host,
      overrides: overridesOf(options),
      ...machine(from),
      localize: await localizeFor({ ...from.env }, options.settings),
    },
    io,
  )
}

const machine = (from: Process): Omit<AcpDeps, 'host' | 'overrides' | 'localize'> => {
  const find = async (id: string): Promise<string | undefined> => {
    // Anything else could be the name of one.
    if (!isSessionId(id)) return undefined
    const { configHome, cwd } = findStart(from)
    try {
      return await findSession(configHome, cwd, id)
    } catch (error) {
      if (error instanceof SessionError) return undefined
      throw error
    }
  }
  return {
    env: withEntrypoint(from.env),
    version: from.version,
    newId: randomUUID,
    localPath: localPaths(from.env),
    realPath(path) {
      const resolved = resolveReal(path)
      return resolved.ok ? resolved.real : path
    },
    isKept: async id => (await find(id)) !== undefined,
    async remove(id) {
      const path = await find(id)
      if (path === undefined) return 'unknown'
      const item = planPurge(findStart(from).configHome, path)
      return purgeItem(item, { newId: randomUUID, now: () => new Date() })
    },
  }
}

/** Sessions say who launched the program. */
const withEntrypoint = (env: Env): Env =>
  variable(env, 'CLAUDE_CODE_ENTRYPOINT') === undefined ? { ...env, CAPSTAN_ENTRYPOINT: 'acp' } : env
