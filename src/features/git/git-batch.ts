import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { HARMLESS_PATTERNS } from '../../lib/git/harmless-settings.ts'
import { startGitScript } from '../../lib/git/start-git.ts'
import type { GitCommand } from '../../protocol/run-git.ts'
import { type GitEnvironment, hardenGit } from './git-environment.ts'

export interface GitBatch {
  readonly cwd: string
  /** The first one runs beside the others, which run one after the other: put the slowest there. */
  readonly commands: readonly GitCommand[]
  readonly timeoutMs: number
  readonly maxBytes: number
}

/** Stands between the outputs; no output of git that we ask for holds it. */
const END = '\0'

/**
 * Several questions to git, hardened like any of ours, for the price of one process: starting one costs the main
 * thread milliseconds, which a shell spends elsewhere. `undefined` for what failed or did not come in time.
 */
export const runGitBatch = async (
  environment: GitEnvironment,
  { cwd, commands, timeoutMs, maxBytes }: GitBatch,
): Promise<readonly (string | undefined)[]> => {
  const child = startGitScript(scriptOf(commands), {
    cwd,
    env: hardenGit(environment),
    // A group of its own, so that a time limit ends all of it.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  })
  if (!child) return commands.map(() => undefined)
  const [first, rest] = await outputsOf(child, { timeoutMs, maxBytes })
  return [...partsOf(first, 1), ...partsOf(rest, commands.length - 1)]
}

const scriptOf = ([first = [], ...rest]: readonly GitCommand[]): string => {
  const tell = `printf '\\0%s\\0' "$?"`
  return `${GUARD}; ${FILTERS_OFF}; (off; ${one(first)}) & p=$!; { ${rest.map(command => `${one(command)}; ${tell};`).join(' ')} :; } >&3; wait "$p"; ${tell}`
}

const one = (command: GitCommand): string =>
  'harmless' in command
    ? `( if harmless; then ${one(command.harmless)}; else ${one(command.otherwise)}; fi )`
    : `"$0" ${command.map(quote).join(' ')}`

/**
 * Whether every setting of the repository, as git reads it, is one of the harmless. Decided over there: an answer from
 * here would have to wait until the rest of the program is loaded. Names have no line breaks; values are not asked for.
 */
const GUARD = `harmless() { s=$("$0" config --list --show-scope --name-only --includes) || return 1
t='\t'; set -f; IFS='
'; for l in $s; do case $l in "system$t"*|"global$t"*|"command$t"*) continue;; esac
case \${l#*"$t"} in ${HARMLESS_PATTERNS.join('|')}) ;; *) return 1;; esac; done; }`

/** Filters have names of somebody's choice: git is asked for them, and each is given an empty command. */
const FILTERS_OFF = `off() { set -f; IFS='
'; for l in $("$0" config --includes --name-only --get-regexp '^filter\\..*\\.(clean|smudge|process|required)$'); do
case $l in *.required) v=false;; *) v=;; esac
export "GIT_CONFIG_KEY_$GIT_CONFIG_COUNT=$l" "GIT_CONFIG_VALUE_$GIT_CONFIG_COUNT=$v" "GIT_CONFIG_COUNT=$((GIT_CONFIG_COUNT + 1))"
done; unset IFS; set +f; }`

const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** `<output> NUL <exit code> NUL`, as many of them as are complete. */
const partsOf = (text: string, count: number): readonly (string | undefined)[] => {
  const fields = text.split(END)
  return Array.from({ length: count }, (_, index) =>
    fields.length > index * 2 + 2 && fields[index * 2 + 1] === '0' ? fields[index * 2] : undefined,
  )
}

const finished = (pipe: Readable): Promise<void> =>
  new Promise(resolve => void pipe.once('end', resolve).once('close', resolve).once('error', resolve))

const closed = (child: ChildProcess): Promise<void> =>
  new Promise(resolve => void child.once('close', resolve))

const outputsOf = (
  child: ChildProcess,
  limit: { readonly timeoutMs: number; readonly maxBytes: number },
): Promise<readonly [string, string]> => {
  const stop = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended by itself meanwhile.
    }
  }
  const timer = setTimeout(stop, limit.timeoutMs)
  const read = (stream: Readable): (() => string) => {
    const chunks: Buffer[] = []
    let bytes = 0
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > limit.maxBytes) stop()
      else chunks.push(chunk)
    })
    return () => Buffer.concat(chunks).toString('utf8')
  }
  const pipes = [child.stdio[1], child.stdio[3]] as [Readable, Readable]
  const [first, rest] = [read(pipes[0]), read(pipes[1])]
  return new Promise(resolve => {
    const settle = (): void => {
      clearTimeout(timer)
      resolve([first(), rest()])
    }
    child.once('error', settle)
    // Not every runtime counts a fourth pipe when it says that all of them have ended.
    void Promise.all([closed(child), ...pipes.map(finished)]).then(settle, settle)
  })
}
