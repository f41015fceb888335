import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** What one command line printed, both streams in one, and its exit code. */
export interface LineResult {
  readonly line: string
  readonly code: number
  readonly output: string
}

export interface LineContext {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** Put before the shell, a tracer for instance. */
  readonly before?: readonly string[]
}

/** Begins and ends what one line prints. Written otherwise in the script, which a list of processes shows. */
const MARK = '@@between-two-lines@@'
const WRITTEN_MARK = MARK.replaceAll('@', '\\100')
const PER_SHELL = 150

const runShell = (lines: readonly string[], { cwd, env, before = [] }: LineContext): Promise<string> =>
  new Promise((resolve, reject) => {
    // A line that waits or fills the disk ends by itself; one that hangs all the same fails the test by name.
    const script = lines
      .map(
        (line, at) =>
          `printf '${WRITTEN_MARK}${at} '; { ${line}\n} </dev/null 2>&1; printf '${WRITTEN_MARK}%d\\n' "$?"`,
      )
      .join('\n')
    const [program = 'bash', ...args] = [...before, 'bash', '--norc', '-c', `ulimit -t 20; ${script}`]
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
    const chunks: Buffer[] = []
    const limit = setTimeout(() => child.kill('SIGKILL'), 240_000)
    child.stdout.on('data', chunk => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', () => {
      clearTimeout(limit)
      resolve(Buffer.concat(chunks).toString('latin1'))
    })
  })

const readResults = (lines: readonly string[], text: string): readonly LineResult[] => {
  const fields = text.split(MARK)
  return lines.map((line, at) => {
    const begun = fields[1 + at * 2] ?? ''
    const ended = fields[2 + at * 2]
    if (!begun.startsWith(`${at} `) || ended === undefined) throw new Error(`no end of ${line}`)
    return { line, code: Number.parseInt(ended, 10), output: begun.slice(`${at} `.length) }
  })
}

/** Runs lines of bash one by one, many to a shell and as many shells as there are processors. In order. */
export const runLines = async (
  lines: readonly string[],
  context: LineContext,
): Promise<readonly LineResult[]> => {
  const batches: (readonly string[])[] = []
  for (let at = 0; at < lines.length; at += PER_SHELL) batches.push(lines.slice(at, at + PER_SHELL))
  const results: (readonly LineResult[])[] = batches.map(() => [])
  let next = 0
  const work = async (): Promise<void> => {
    for (let at = next++; at < batches.length; at = next++) {
      const batch = batches[at] ?? []
      results[at] = readResults(batch, await runShell(batch, context))
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
  return results.flat()
}

/** One word of bash. */
export const quoted = (word: string): string =>
  /^[\w./:@%+,=^~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
