import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { basename, isAbsolute, join } from 'node:path'
import { isInside } from '../../lib/paths.ts'
import { BoundedOutput } from '../../lib/process/bounded-output.ts'
import { processMark } from '../../lib/process/process-mark.ts'
import { RunningCommand } from '../../lib/process/running-command.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'

const says = modelTexts('shell_start_file', {
  late: {
    en: "Aliases and functions from {file} aren't available: it didn't finish within {seconds:number} s.",
    zh: '{file} 中的别名和函数不可用：它没有在 {seconds:number} 秒内完成。',
  },
  ended: {
    en: "Aliases and functions from {file} aren't available: it ends the shell (exit or exec).",
    zh: '{file} 中的别名和函数不可用：它结束了 shell（exit 或 exec）。',
  },
  failed: {
    en: "Aliases and functions from {file} aren't available ({why}).",
    zh: '{file} 中的别名和函数不可用（{why}）。',
  },
})

export interface SnapshotDeps {
  /** Path of the bash that runs the commands. */
  readonly bash: string
  /** For children: without credentials. */
  env(): Readonly<Record<string, string>>
  roots(): readonly string[]
  /** Private directory; exists when a snapshot is asked for. */
  directory(): string
  readonly newId: () => string
  readonly timeoutMs?: number
  /** Of this machine when absent. */
  readonly platform?: string
}

export interface Snapshot {
  /** A file to be sourced by bash. */
  readonly file?: string
  /** Why there is none although there should be one. */
  readonly problem?: LocalizedText
}

const TIMEOUT_MS = 10_000
const MAX_BYTES = 2 * 1024 * 1024

/** Names our own script relies on; a function or alias of that name would change what it does. */
const OWN_WORDS = 'eval|set|exit|trap|exec|builtin|command|shopt'
const BASH_SCRIPT = [
  'unset HISTFILE IFS',
  `printf '%s\\n' "$1"`,
  "shopt -q extglob && echo 'shopt -s extglob'",
  // Names with an underscore are completion, as a rule, and many.
  `for name in $(compgen -A function); do case $name in _*|${OWN_WORDS}) ;; *) declare -f -- "$name";; esac; done`,
  'builtin alias -p',
  `printf 'export PATH=%q\\n' "$PATH"`,
  `printf '%s\\n' "$1"`,
].join('\n')
/** Functions of zsh are not those of bash; aliases and the path are. */
const ZSH_SCRIPT = [
  'unset HISTFILE',
  `print -r -- "$1"`,
  'builtin alias -L',
  `print -r -- "export PATH=\${(qq)PATH}"`,
  `print -r -- "$1"`,
].join('\n')

/**
 * What the person's own shell knows: functions, aliases and the path that its start-up file makes. Taken with the
 * first command that wants it, once; nothing else of that shell's environment is carried over.
 */
export class ShellSnapshot implements Disposable {
  readonly #deps: SnapshotDeps
  #taken: Promise<Snapshot> | undefined
  #file: string | undefined

  constructor(deps: SnapshotDeps) {
    this.#deps = deps
  }

  /** Never rejects: without a snapshot commands still run. The problem is told to the first who asks. */
  async take(): Promise<Snapshot> {
    if (this.#taken !== undefined) {
      const { problem: _, ...rest } = await this.#taken
      return rest
    }
    this.#taken = this.#make()
    return await this.#taken
  }

  [Symbol.dispose](): void {
    if (this.#file !== undefined) rmSync(this.#file, { force: true })
  }

  async #make(): Promise<Snapshot> {
    const shell = findShell(this.#deps)
    if (!shell) return {}
    const text = await ask(shell, this.#deps)
    if (text === 'ended') return { problem: says('ended', { file: shell.startFile }) }
    if (text === 'late')
      return {
        problem: says('late', {
          file: shell.startFile,
          seconds: (this.#deps.timeoutMs ?? TIMEOUT_MS) / 1000,
        }),
      }
    const file = join(this.#deps.directory(), `${this.#deps.newId()}.sh`)
    try {
      writeFileSync(file, toSource(text.known), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      return {
        problem: says('failed', { file: shell.startFile, why: (error as Error).message }),
      }
    }
    this.#file = file
    return { file }
  }
}

interface Shell {
  readonly program: string
  readonly options: readonly string[]
  readonly startFile: string
  readonly script: string
}

const findShell = (deps: SnapshotDeps): Shell | undefined => {
  const env = deps.env()
  const home = env['HOME']
  if (!home) return undefined
  const program = env['SHELL'] ?? ''
  const isOurs = deps.roots().some(root => isInside(program, root, { caseSensitive: true }))
  // Terminals of macOS start a login shell: what Homebrew adds to the path stands in its file, and an editor that
  // started us has not read it.
  const isLogin = (deps.platform ?? process.platform) === 'darwin'
  if (basename(program) !== 'zsh' || !isAbsolute(program) || isOurs)
    return withProgram(deps.bash, bashStart(home, isLogin))
  const startFile = ['.zshrc', ...(isLogin ? ['.zprofile'] : [])]
    .map(name => join(env['ZDOTDIR'] || home, name))
    .find(existsSync)
  const options = isLogin ? ['-l', '-i'] : ['-i']
  return startFile === undefined ? undefined : { program, options, startFile, script: ZSH_SCRIPT }
}

const withProgram = (program: string, start: Omit<Shell, 'program'> | undefined): Shell | undefined =>
  start && { program, ...start }

/** A login shell reads the first of its own files, and the other one only if that says so. */
const bashStart = (home: string, isLogin: boolean): Omit<Shell, 'program'> | undefined => {
  const login = ['.bash_profile', '.bash_login', '.profile'].map(name => join(home, name)).find(existsSync)
  if (isLogin && login !== undefined) return { options: ['-l', '-i'], startFile: login, script: BASH_SCRIPT }
  const startFile = join(home, '.bashrc')
  return existsSync(startFile) ? { options: ['-i'], startFile, script: BASH_SCRIPT } : undefined
}

/** What it knows, or why it did not say so. */
const ask = async (
  shell: Shell,
  deps: SnapshotDeps,
): Promise<{ readonly known: string } | 'late' | 'ended'> => {
  const id = deps.newId()
  const mark = processMark('CAPSTAN_TASK_ID', id)
  const env: Record<string, string> = { ...deps.env(), [mark.name]: mark.value }
  const output = new BoundedOutput(join(deps.directory(), `${id}.txt`), {
    spillAfterBytes: 2 * MAX_BYTES,
    headBytes: 2 * MAX_BYTES,
    tailBytes: 1,
  })
  try {
    const running = RunningCommand.start({
      file: shell.program,
      argv0: basename(shell.program),
      args: [...shell.options, '-c', shell.script, 'capstan', id],
      cwd: env['HOME'] ?? '/',
      env,
      mark,
      output,
      floodBytes: MAX_BYTES,
    })
    const timer = setTimeout(() => void running.stop('timeout', 200), deps.timeoutMs ?? TIMEOUT_MS)
    const { why } = await running.ended.finally(() => clearTimeout(timer))
    // A shell that was told to end skips what it was at and goes on: what it says then is not the whole.
    if (why !== 'exit') return 'late'
    const [, text, rest] = output.text().split(`${id}\n`)
    return text === undefined || rest === undefined ? 'ended' : { known: text }
  } catch {
    // A shell that cannot be started has nothing to tell.
    return 'ended'
  } finally {
    output.close()
  }
}

const OWN_ALIAS = new RegExp(`^alias (?:-- )?(?:${OWN_WORDS}|-[gs] [^=]*)=`)
/** Nobody can answer the question such an alias makes a command ask. */
const ASKING_ALIAS = /^alias (?:-- )?(rm|cp|mv|ln)='?\1 (?:\S+ )*-(?:[a-zA-Z]*i|-interactive)/

const toSource = (text: string): string => {
  const kept = text.split('\n').filter(line => !OWN_ALIAS.test(line) && !ASKING_ALIAS.test(line))
  return `${kept.join('\n')}\nshopt -s expand_aliases\n`
}
