import type { ChildProcessByStdio } from 'node:child_process'
import type { Readable } from 'node:stream'
import { withMemoryLimit } from '../../lib/process/memory-limit.ts'
import { spawnGroup } from '../../lib/process/spawn-group.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { type Processes, ToolError } from '../../protocol/tool.ts'

const says = modelTexts('run_program', {
  notStarted: {
    en: '{file} could not be started in {cwd} ({code}).',
    zh: '无法在 {cwd} 启动 {file}（{code}）。',
  },
})

type ProgramRun = Parameters<Processes['program']>[0] & { readonly env: Readonly<Record<string, string>> }
type ProgramEnd = Awaited<ReturnType<Processes['program']>>

const MAX_ERROR_BYTES = 8192

/** Runs a program that starts no others. Ends it at the time limit, at the byte limit or on abort, and keeps what it had said. */
export const runProgram = async (run: ProgramRun): Promise<ProgramEnd> => {
  const child = await start(run)
  const stop = () => child.kill('SIGKILL')
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    stop()
  }, run.timeoutMs)
  run.signal.addEventListener('abort', stop, { once: true })
  if (run.signal.aborted) stop()
  const stdout = collect(child.stdout, run.maxBytes, stop)
  const stderr = collect(child.stderr, MAX_ERROR_BYTES, () => undefined)
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    return {
      code,
      stdout: Buffer.concat(stdout.chunks),
      stderr: Buffer.concat(stderr.chunks).toString('utf8'),
      cut: stdout.isCut(),
      timedOut,
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new ToolError(says('notStarted', { file: run.file, cwd: run.cwd, code }))
  } finally {
    clearTimeout(timer)
    run.signal.removeEventListener('abort', stop)
  }
}

const start = async ({ file, args, cwd, env, maxMemory }: ProgramRun) => {
  const { spawn } = await import('node:child_process')
  const options = { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] }
  if (maxMemory === undefined) return spawn(file, args, options)
  // What foreign files lead it to must not be the terminal of the person: it has none in a session of its own.
  const limited = withMemoryLimit(file, args, maxMemory)
  return spawnGroup(limited.file, limited.args, options) as ChildProcessByStdio<null, Readable, Readable>
}

const collect = (stream: Readable, maxBytes: number, onFull: () => void) => {
  const chunks: Buffer[] = []
  let bytes = 0
  let cut = false
  stream.on('data', (chunk: Buffer) => {
    const kept = chunk.subarray(0, maxBytes - bytes)
    if (kept.length > 0) chunks.push(kept)
    bytes += kept.length
    if (kept.length === chunk.length || cut) return
    cut = true
    onFull()
  })
  return { chunks, isCut: () => cut }
}
