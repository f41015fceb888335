import { PROFILE_VARIABLE } from '../host/profiles/profile.ts'
import { findPolicy } from '../host/settings/find-policy.ts'
import { GroupGuard, RUN_VARIABLE } from '../lib/process/group-guard.ts'
import { signalCode } from '../lib/process/signal-code.ts'
import { cliText } from '../protocol/messages/cli/cli.ts'
import { describeError, inEnglish, type Text } from '../protocol/messages/localized-text.ts'
import { expectedError, OutputError } from '../protocol/system-error.ts'
import { type ParsedArgs, parseArgs } from './args/parse-args.ts'
import type { RunOptions } from './args/run-options.ts'
import type { SubcommandName } from './args/subcommands.ts'
import { exitCodeOf } from './exit-code.ts'
import { ExitError } from './exit-error.ts'
import {
  BACKGROUND_WORD,
  BRIDGE_WORD,
  FLEET_SLOT_WORD,
  REMOTE_AGENT_WORD,
  TEAMMATE_WORD,
} from './internal-commands.ts'
import { isErrorNamed } from './is-error-named.ts'
import type { Process } from './process.ts'
import { endProcess, writeCrashReport } from './process-end.ts'
import { readProcessEnvironment } from './process-environment.ts'
import { writeProblem } from './say.ts'
import { thisProgram, version } from './this-program.ts'

/** The program. Everything beyond reading the arguments loads when it is needed. */
export const main = async (): Promise<void> => {
  const guard = new GroupGuard({ id: runId(), outer: process.env[RUN_VARIABLE] })
  try {
    process.exitCode = await dispatch(process.argv.slice(2), OWN_PROCESS)
    guard.release()
  } catch (error) {
    const expected = expectedEnd(error)
    if (expected) {
      if (expected.text !== undefined) await sayExpected(expected.text)
      process.exitCode = expected.code
      guard.release()
    } else reportBug(error)
  }
  await drained(process.stdout)
  endProcess()
}

/** What is no mistake of ours: something is wrong with what was asked for, or the machine said no. */
const expectedEnd = (error: unknown): { readonly code: number; readonly text?: Text } | undefined => {
  if (isErrorNamed<OutputError>(error, 'OutputError'))
    return error.gone ? { code: signalCode('SIGPIPE') } : { code: 1, text: describeError(error) }
  const code = exitCodeOf(error)
  if (error instanceof Error && code !== undefined) return { code, text: describeError(error) }
  const text = expectedError(error)
  return text === undefined ? undefined : { code: 1, text }
}

/** What ends the program from outside of what it does. Absent where a program of somebody else holds it. */
export interface ProcessGuard {
  /** For what prints and ends: output that nobody reads, or that finds no room. A conversation minds its own streams. */
  output(): void
  /** What nobody caught. A screen minds that itself: it has to be left in order. */
  faults(): void
}

const endWith = (error: unknown): void => {
  const expected = expectedEnd(error)
  if (!expected) reportBug(error)
  if (expected?.text === undefined) process.exit(expected?.code ?? 1)
  void sayExpected(expected.text).finally(() => process.exit(expected.code))
}

/** In the language of the person's settings; what finds out which costs nothing as long as nothing goes wrong. */
const sayExpected = async (text: Text): Promise<void> => {
  let said = inEnglish(text)
  try {
    const { inUiLanguage } = await import('./in-ui-language.ts')
    said = await inUiLanguage(text, process.env)
  } catch {
    // Without a file descriptor left nothing more is loaded, without a home there are no settings: English it is.
  }
  writeProblem(`capstan: ${said}`)
}

const OWN_PROCESS: ProcessGuard = {
  output() {
    process.stdout.on('error', error => endWith(new OutputError(error)))
    process.stderr.on('error', () => {})
  },
  faults() {
    process.on('uncaughtException', endWith)
    process.on('unhandledRejection', endWith)
  },
}

/** No two programs have the same number at the same time. */
const runId = (): string => `r${process.pid}x${process.hrtime.bigint().toString(36)}`

/** What the arguments ask for, with the streams, variables and directory of this process; answers the exit code. */
export const dispatch = async (argv: readonly string[], guard?: ProcessGuard): Promise<number> => {
  if (argv[0] === BRIDGE_WORD) {
    const { runBridge } = await import('../features/sandbox/bridge.ts')
    return await runBridge(argv.slice(1), process.env)
  }
  if (argv[0] === TEAMMATE_WORD) {
    const { teammate } = await import('./teammate/teammate.ts')
    return await teammate(argv[1] ?? '', await ownProcess(argv))
  }
  if (argv[0] === BACKGROUND_WORD) {
    const { runBackground } = await import('./background/run-background.ts')
    return await runBackground(argv[1] ?? '', await ownProcess(argv))
  }
  if (argv[0] === FLEET_SLOT_WORD) {
    const { fleetSlot } = await import('./fleet/slot-process.ts')
    return await fleetSlot(argv[1] ?? '', await ownProcess(argv))
  }
  if (argv[0] === REMOTE_AGENT_WORD) {
    const { runRemoteAgent } = await import('./remote-host/remote-agent.ts')
    return await runRemoteAgent(argv.slice(1), [...thisProgram().command, REMOTE_AGENT_WORD])
  }
  const parsed = parseArgs(argv)
  const { platform } = process
  if (platform === 'win32' && (parsed.kind === 'run' || parsed.kind === 'subcommand'))
    throw new ExitError(1, cliText('no_windows'))
  switch (parsed.kind) {
    case 'version':
      guard?.output()
      process.stdout.write(`${version} (Capstan)\n`)
      return 0
    case 'help': {
      guard?.output()
      const { helpIn } = await import('./args/help.ts')
      process.stdout.write(helpIn(process.env))
      return 0
    }
    case 'usage_error': {
      const { localized, unknown } = parsed
      const problem =
        unknown === undefined
          ? localized
          : (await import('./refused-start.ts')).explainUnknown(unknown, localized)
      throw new ExitError(2, cliText('see_help', { problem }))
    }
    case 'subcommand':
      if (!MINDS_OUTPUT.includes(parsed.name)) guard?.output()
      if (!MINDS_OUTPUT.includes(parsed.name)) guard?.faults()
      return await runSubcommand(parsed)
    case 'run':
      if (parsed.options.print) guard?.faults()
      return await start(parsed.options, argv)
  }
}

/** This process and what an administrator says about what it may do. */
const ownProcess = async (
  argv: readonly string[],
  { profile, managedSettings: parent }: Pick<RunOptions, 'profile' | 'managedSettings'> = {},
): Promise<Process> => {
  const own = readProcessEnvironment()
  // Whatever this process starts has the same.
  const env = profile === undefined ? own : { ...own, [PROFILE_VARIABLE]: profile }
  const policy = await findPolicy({ env, version, parent })
  return { env, version, argv, ...(policy ? { policy } : {}) }
}

const start = async (options: RunOptions, argv: readonly string[]): Promise<number> => {
  const from = await ownProcess(argv, options)
  const { env } = from
  if ((options.background ?? options.bg ?? options.exec) !== undefined) {
    const { startBackground } = await import('./background/start-background.ts')
    return await startBackground(options, from)
  }
  if (!options.print) {
    if (!process.stdin.isTTY || !process.stdout.isTTY) {
      const { withoutTerminal } = await import('./refused-start.ts')
      return withoutTerminal(options, env)
    }
    if (options.tmux !== undefined) {
      const { startInTmux } = await import('./background/start-in-tmux.ts')
      return await startInTmux(options, from)
    }
    if (env['TERM'] === 'dumb' || options.axScreenReader) {
      const { runPlainly } = await import('./plain-run.ts')
      const { resumeLinked } = await import('./from-pr.ts')
      return await runPlainly(await resumeLinked(options, from), from)
    }
    const { startTui } = await import('./tui/start.ts')
    if (options.fromPr === undefined) return await startTui({ options, ...from })
    const { findLinked } = await import('./from-pr.ts')
    return await startTui({ options, ...from, linked: await findLinked(options.fromPr, from) })
  }
  const { startRun } = await import('./run.ts')
  if (options.fromPr === undefined) return await startRun(options, from)
  const { resumeLinked } = await import('./from-pr.ts')
  return await startRun(await resumeLinked(options, from), from)
}

type Subcommand = (argv: readonly string[], from: Process) => Promise<number>

const SUBCOMMAND_RUNS: Readonly<Record<SubcommandName, Subcommand>> = {
  demo: async (argv, from) => await (await import('./demo/demo.ts')).demo(argv, from),
  'mock-server': async argv => await (await import('./mock-server.ts')).mockServer(argv),
  replay: async (argv, from) => await (await import('./replay.ts')).replay(argv, from),
  trust: async (argv, { env }) => await (await import('./trust/trust.ts')).trust(argv, env),
  permissions: async (argv, from) =>
    await (await import('./permissions/permissions.ts')).permissions(argv, from),
  config: async (argv, from) => await (await import('./config/config.ts')).config(argv, from),
  agents: async (argv, from) => await (await import('./agents/agents.ts')).agents(argv, from),
  hooks: async (argv, from) => await (await import('./hooks/hooks.ts')).hooks(argv, from),
  auth: async (argv, from) => await (await import('./auth/auth.ts')).auth(argv, from),
  models: async (argv, from) => await (await import('./models/models.ts')).models(argv, from),
  sessions: async (argv, from) => await (await import('./sessions/sessions.ts')).sessions(argv, from),
  plugin: async (argv, from) => await (await import('./plugin/plugin.ts')).plugin(argv, from),
  import: async (argv, from) => await (await import('./import/import.ts')).importFrom(argv, from),
  'export-config': async (argv, from) =>
    await (await import('./import/export-config.ts')).exportConfig(argv, from),
  doctor: async (argv, from) => await (await import('./doctor/doctor.ts')).doctor(argv, from),
  acp: async (argv, from) => await (await import('./acp.ts')).acp(argv, from),
  mcp: async (argv, from) => await (await import('./mcp/mcp.ts')).mcp(argv, from),
  worktrees: async (argv, from) => await (await import('./worktrees/worktrees.ts')).worktrees(argv, from),
  worker: async (argv, from) => await (await import('./fleet/worker.ts')).worker(argv, from),
  jobs: async (argv, from) => await (await import('./fleet/jobs.ts')).jobs(argv, from),
  fleet: async (argv, from) => await (await import('./fleet/fleet.ts')).fleet(argv, from),
  workflow: async (argv, from) => await (await import('./workflow/workflow.ts')).workflow(argv, from),
  bisect: async (argv, from) => await (await import('./bisect/bisect.ts')).bisect(argv, from),
  eval: async (argv, from) => await (await import('./eval/eval.ts')).evaluate(argv, from),
  review: async (argv, from) => await (await import('./review/review.ts')).review(argv, from),
  'install-links': async (argv, from) =>
    await (await import('./links/install-links.ts')).installLinks(argv, from),
  'open-link': async (argv, from) => await (await import('./links/open-link.ts')).openLink(argv, from),
  pr: async (argv, from) => await (await import('./pr/pr.ts')).pr(argv, from),
  script: async (argv, from) => await (await import('./script/script.ts')).script(argv, from),
  attach: async (argv, from) => await (await import('./attach/attach.ts')).attach(argv, from),
  logs: async (argv, from) => await (await import('./background/logs.ts')).logs(argv, from),
  stop: async (argv, from) => await (await import('./background/stop.ts')).stop(argv, from),
  respawn: async (argv, from) => await (await import('./background/respawn.ts')).respawn(argv, from),
  rm: async (argv, from) => await (await import('./background/rm.ts')).rm(argv, from),
  serve: async (argv, from) => await (await import('./serve/serve.ts')).serve(argv, from),
  install: async (argv, from) => await (await import('./update/update.ts')).install(argv, from),
  'auto-mode': async (argv, from) => await (await import('./auto-mode/auto-mode.ts')).autoMode(argv, from),
  purge: async (argv, from) => await (await import('./purge/purge.ts')).purge(argv, from),
  profile: async (argv, from) => await (await import('./profile/profile.ts')).profile(argv, from),
  project: async (argv, from) => await (await import('./purge/purge.ts')).project(argv, from),
  update: async (argv, from) => await (await import('./update/update.ts')).update(argv, from),
  completion: async (argv, from) => await (await import('./completion/completion.ts')).completion(argv, from),
  ledger: async (argv, from) => await (await import('./ledger/ledger.ts')).ledger(argv, from),
}

const runSubcommand = async ({
  name,
  argv,
  ...options
}: Extract<ParsedArgs, { readonly kind: 'subcommand' }>): Promise<number> =>
  await SUBCOMMAND_RUNS[name](argv, await ownProcess(argv, options))

/** They have somebody on the other side, or a screen. */
const MINDS_OUTPUT: readonly SubcommandName[] = ['acp', 'attach', 'demo']

/** A mistake of ours: a sentence for the person, the whole of it in a file. Nothing is loaded for it: that may be what failed. */
const reportBug = (error: unknown): void => {
  writeProblem(writeCrashReport(error, version))
  process.exitCode = 1
}

const drained = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise(resolve => {
    if (stream.writableLength === 0 || stream.destroyed) resolve()
    else stream.write('', () => resolve())
  })
