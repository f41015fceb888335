import { GroupGuard, RUN_VARIABLE } from '../lib/process/group-guard.ts'
import { parseArgs } from './args/parse-args.ts'
import type { RunOptions } from './args/run-options.ts'
import type { SubcommandName } from './args/subcommands.ts'
import { BRIDGE_WORD, TEAMMATE_WORD } from './bridge-word.ts'
import { writeCrashReport } from './crash-report.ts'
import { endProcess } from './end-process.ts'
import { exitCodeOf } from './exit-code.ts'
import { ExitError } from './exit-error.ts'
import { takeEnvironment } from './take-environment.ts'
import { version } from './version.ts'

/** The program. Everything beyond reading the arguments loads when it is needed. */
export const main = async (): Promise<void> => {
  const guard = new GroupGuard({ id: runId(), outer: process.env[RUN_VARIABLE] })
  try {
    process.exitCode = await dispatch(process.argv.slice(2))
    guard.release()
  } catch (error) {
    const code = exitCodeOf(error)
    if (error instanceof Error && code !== undefined) {
      process.stderr.write(`capstan: ${error.message}\n`)
      process.exitCode = code
      guard.release()
    } else reportBug(error)
  }
  await drained(process.stdout)
  endProcess()
}

/** No two programs have the same number at the same time. */
const runId = (): string => `r${process.pid}x${process.hrtime.bigint().toString(36)}`

/** What the arguments ask for, with the streams, variables and directory of this process; answers the exit code. */
export const dispatch = async (argv: readonly string[]): Promise<number> => {
  if (argv[0] === BRIDGE_WORD) {
    const { runBridge } = await import('../features/sandbox/bridge.ts')
    return await runBridge(argv.slice(1), process.env)
  }
  if (argv[0] === TEAMMATE_WORD) {
    const { teammate } = await import('./teammate/teammate.ts')
    return await teammate(argv[1] ?? '', { env: takeEnvironment(), version, argv })
  }
  const parsed = parseArgs(argv)
  switch (parsed.kind) {
    case 'version':
      process.stdout.write(`${version} (Capstan)\n`)
      return 0
    case 'help': {
      const { renderHelp } = await import('./args/help.ts')
      process.stdout.write(renderHelp())
      return 0
    }
    case 'usage_error':
      throw new ExitError(2, `${parsed.message}\nRun "capstan --help" for all options.`)
    case 'subcommand':
      return await runSubcommand(parsed.name, parsed.argv)
    case 'run':
      return await start(parsed.options, argv)
  }
}

const start = async (options: RunOptions, argv: readonly string[]): Promise<number> => {
  const env = takeEnvironment()
  if (!options.print) {
    if (!process.stdin.isTTY || !process.stdout.isTTY) {
      const { withoutTerminal } = await import('./no-terminal.ts')
      return withoutTerminal(options, env)
    }
    if (env['TERM'] === 'dumb' || options.axScreenReader) {
      const { runPlainly } = await import('./plain-run.ts')
      return await runPlainly(options, { env, version, argv })
    }
    const { startTui } = await import('./tui/start.ts')
    return await startTui({ options, env, version, argv })
  }
  const { startRun } = await import('./run.ts')
  return await startRun(options, { env, version, argv })
}

const runSubcommand = async (name: SubcommandName, argv: readonly string[]): Promise<number> => {
  const env = takeEnvironment()
  switch (name) {
    case 'demo': {
      const { demo } = await import('./demo/demo.ts')
      return await demo(argv, { env, version, argv })
    }
    case 'mock-server': {
      const { mockServer } = await import('./mock-server.ts')
      return await mockServer(argv)
    }
    case 'replay': {
      const { replay } = await import('./replay.ts')
      return await replay(argv, { env, version })
    }
    case 'trust': {
      const { trust } = await import('./trust.ts')
      return await trust(argv, env)
    }
    case 'permissions': {
      const { permissions } = await import('./permissions/permissions.ts')
      return await permissions(argv, { env, version, argv })
    }
    case 'config': {
      const { config } = await import('./config.ts')
      return await config(argv, { env, version, argv })
    }
    case 'agents': {
      const { agents } = await import('./agents/agents.ts')
      return await agents(argv, { env, version, argv })
    }
    case 'hooks': {
      const { hooks } = await import('./hooks/hooks.ts')
      return await hooks(argv, { env, version, argv })
    }
    case 'auth': {
      const { auth } = await import('./auth/auth.ts')
      return await auth(argv, { env, version, argv })
    }
    case 'models': {
      const { models } = await import('./models/models.ts')
      return await models(argv, { env, version, argv })
    }
    case 'sessions': {
      const { sessions } = await import('./sessions/sessions.ts')
      return await sessions(argv, { env, version, argv })
    }
    case 'plugin': {
      const { plugin } = await import('./plugin/plugin.ts')
      return await plugin(argv, { env, version, argv })
    }
    case 'import': {
      const { importFrom } = await import('./import/import.ts')
      return await importFrom(argv, { env, version, argv })
    }
    case 'doctor': {
      const { doctor } = await import('./doctor.ts')
      return await doctor(argv, { env, version, argv })
    }
    case 'acp': {
      const { acp } = await import('./acp.ts')
      return await acp(argv, { env, version, argv })
    }
    case 'mcp': {
      const { mcp } = await import('./mcp/mcp.ts')
      return await mcp(argv, { env, version, argv })
    }
    case 'worktrees': {
      const { worktrees } = await import('./worktrees/worktrees.ts')
      return await worktrees(argv, { env, version, argv })
    }
    case 'workflow': {
      const { workflow } = await import('./workflow/workflow.ts')
      return await workflow(argv, { env, version, argv })
    }
    case 'ledger': {
      const { ledger } = await import('./ledger.ts')
      return await ledger(argv, { env, version, argv })
    }
  }
}

/** A mistake of ours: a sentence for the person, the whole of it in a file. Nothing is loaded for it: that may be what failed. */
const reportBug = (error: unknown): void => {
  process.stderr.write(`${writeCrashReport(error, version)}\n`)
  process.exitCode = 1
}

const drained = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise(resolve => {
    if (stream.writableLength === 0 || stream.destroyed) resolve()
    else stream.write('', () => resolve())
  })
