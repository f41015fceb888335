import { findProgram } from '../../lib/find-program.ts'
import { isInside, resolveReal } from '../../lib/paths.ts'
import type { OutputLimits } from '../../lib/process/bounded-output.ts'
import { type Environment, hardenEnvironment } from '../../lib/process/harden-environment.ts'
import type { ProcessMark } from '../../lib/process/process-mark.ts'
import type { BackgroundTasks } from '../../protocol/agents/task-work.ts'
import type { Editor } from '../../protocol/editor/editor.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import type { CommandSandbox } from '../../protocol/tools/command-sandbox.ts'
import type { PersonTerminal } from '../../protocol/tools/person-terminal.ts'
import type { ShellSettings } from '../../protocol/tools/shell-settings.ts'
import { childEnvironment } from './child-environment.ts'
import { makePlainGit } from './plain-git.ts'
import { ShellSnapshot } from './shell-snapshot.ts'
import type { DirectoryState } from './start-directory.ts'

export interface ProcessesOptions extends DirectoryState {
  readonly env: Environment
  /** Further credentials that children must not see. */
  readonly secretNames: readonly string[]
  /** Private directory for long output; created when first needed. */
  outputDir(): string
  readonly tasks: BackgroundTasks
  readonly newId?: () => string
  readonly limits?: Partial<ShellLimits>
  readonly settings?: ShellSettings
  readonly sandbox?: CommandSandbox
  /** Commands that need nothing of us may run in its terminals. */
  readonly editor?: Editor
  /** The person's own; commands that want one may have it. */
  readonly terminal?: PersonTerminal
  /** A file of `export` lines that commands begin with; undefined: none. */
  exported?(): string | undefined
  /** What every command is shown of its session. */
  sessionVariables?(): Readonly<Record<string, string>>
  /** Further variables for what a call starts. */
  variablesFor?(toolUseId: string): Readonly<Record<string, string>> | undefined
  /** For the person, beside what the model is told. */
  readonly warn?: Warn
}

export interface ShellLimits extends OutputLimits {
  /** Of a failed command, output is put into a file from this size on: less of it is shown. */
  readonly saveFailureAfterBytes: number
  /** A command that prints more is ended, and its file gets no more. */
  readonly floodBytes: number
  readonly timeoutGraceMs: number
  readonly abortGraceMs: number
}

const LIMITS = {
  saveFailureAfterBytes: 10_000,
  tailBytes: 15_000,
  floodBytes: 512 * 1024 ** 2,
  timeoutGraceMs: 2000,
  abortGraceMs: 500,
}
const DEFAULT_SHOWN_CHARS = 30_000

/** What every command of a session shares. */
export interface ShellHost {
  readonly options: ProcessesOptions
  readonly limits: ShellLimits
  readonly bash: string
  readonly snapshot: ShellSnapshot
  readonly newId: () => string
  /** For what this call starts; without one, for a program of ours. */
  environment(toolUseId?: string): Record<string, string>
  /** Directory with the git that hardened commands use; made when first asked for. */
  plainGit(): string
  /** Marks of the commands that may have left something behind. */
  readonly marks: ProcessMark[]
}

export const createShellHost = (options: ProcessesOptions): ShellHost => {
  const bash = findBash(options)
  const newId = options.newId ?? (() => crypto.randomUUID())
  let madeGit: string | undefined
  const environment = (toolUseId?: string): Record<string, string> => ({
    ...childEnvironment(options.env, {
      secretNames: options.secretNames,
      projectDir: options.roots()[0] ?? options.cwd(),
    }),
    ...options.sessionVariables?.(),
    ...(toolUseId === undefined ? {} : options.variablesFor?.(toolUseId)),
  })
  return {
    options,
    bash,
    newId,
    environment,
    plainGit() {
      madeGit ??= makePlainGit(options.outputDir(), bash)
      return madeGit
    },
    limits: { ...limitsFor(options.settings?.maxOutputChars), ...options.limits },
    snapshot: new ShellSnapshot({
      bash,
      newId,
      env: () => environment(),
      roots: options.roots,
      directory: options.outputDir,
    }),
    marks: [],
  }
}

/** Any characters that may go to the model whole fit the head, whatever their script. */
const limitsFor = (shownChars = DEFAULT_SHOWN_CHARS): ShellLimits => ({
  ...LIMITS,
  spillAfterBytes: shownChars,
  headBytes: 3 * shownChars,
})

/** The one the person names, under the same condition. */
const ownBash = ({ settings, roots }: ProcessesOptions): string | undefined => {
  if (settings?.bash === undefined) return undefined
  const real = resolveReal(settings.bash)
  const isOurs = real.ok && roots().some(root => isInside(real.real, root, { caseSensitive: true }))
  return real.ok && real.exists && !isOurs ? settings.bash : undefined
}

/** Looked up once, and never inside the working directories: their files must not become the shell. */
const findBash = (options: ProcessesOptions): string =>
  ownBash(options) ??
  findProgram('bash', hardenEnvironment(options.env, options.roots())['PATH'] ?? '') ??
  '/bin/bash'
