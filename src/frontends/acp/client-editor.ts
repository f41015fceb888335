import { errorText } from '../../lib/error-text.ts'
import type { Editor, TerminalEnd, TerminalRun } from '../../protocol/editor/editor.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { ClientPort } from './client-port.ts'
import type { PathNames } from './path-names.ts'

const says = modelTexts('editor_terminal', {
  failed: { en: 'The terminal of the editor failed: {why}', zh: '编辑器的终端失败：{why}' },
})

/** What a session knows only once it is open, although its editor is part of how it is opened. */
export interface EditorSession {
  readonly sessionId: string
  readonly names: PathNames
  /** Tells the client that a call shows a terminal from now on. */
  inTerminal(toolUseId: string, terminalId: string): Promise<void>
}

/** The client as the editor of a session. Before `place` knows the session nothing is routed. */
export const clientEditor = (client: ClientPort, place: () => EditorSession | undefined): Editor => {
  const { abilities } = client
  const named = (path: string) => {
    const at = place()
    return at ? { sessionId: at.sessionId, path: at.names.toClient(path) } : undefined
  }
  return {
    isOpened: path => place()?.names.isOpened(path) ?? false,
    ...(abilities.readFiles
      ? {
          async readText(path) {
            const file = named(path)
            // A file the editor does not know, or cannot read as text, is the disk's.
            return file && (await client.readFile(file.sessionId, file.path).catch(() => undefined))
          },
        }
      : {}),
    ...(abilities.writeFiles
      ? {
          async writeText(path, content) {
            const file = named(path)
            if (!file) throw new Error('the session is not open yet')
            await client.writeFile(file.sessionId, { path: file.path, content })
          },
        }
      : {}),
    ...(abilities.terminals
      ? {
          async runInTerminal(run) {
            const at = place()
            return at && (await runInTerminal(client, at, run))
          },
        }
      : {}),
  }
}

const runInTerminal = async (
  client: ClientPort,
  { sessionId, names, inTerminal }: EditorSession,
  run: TerminalRun,
): Promise<TerminalEnd | undefined> => {
  const { terminals } = client
  const creating = terminals.create({
    sessionId,
    command: run.file,
    args: [...run.args],
    env: Object.entries(run.env).map(([name, value]) => ({ name, value })),
    cwd: names.toClient(run.cwd),
    outputByteLimit: run.maxBytes,
  })
  const over = new AbortController()
  const gaveUp = aborted(run.signal, over.signal).then(() => 'abort' as const)
  const terminal = await Promise.race([creating, gaveUp]).catch(() => undefined)
  if (terminal === 'abort') {
    // It may still come, and then somebody has to let it go.
    void creating.then(late => terminals.release(late)).catch(() => undefined)
    return { output: '', truncated: false, code: null, signal: null, ended: 'abort' }
  }
  if (!terminal) return undefined
  try {
    if (run.toolUseId !== undefined) await inTerminal(run.toolUseId, terminal.terminalId)
    const exit = terminals.waitForExit(terminal)
    // Whoever waits hears of a failure; it must not also count as unhandled.
    exit.catch(() => undefined)
    const ended = await Promise.race([
      exit.then(() => 'exit' as const),
      after(run.timeoutMs, over.signal).then(() => 'timeout' as const),
      gaveUp,
    ])
    if (ended !== 'exit') await terminals.kill(terminal)
    const { output, truncated, exitStatus } = await terminals.output(terminal)
    const status = ended === 'exit' ? await exit : exitStatus
    return { output, truncated, code: status?.exitCode ?? null, signal: status?.signal ?? null, ended }
  } catch (error) {
    throw new ToolError(says('failed', { why: errorText(error) }))
  } finally {
    over.abort()
    // Also kills what still runs in it.
    await terminals.release(terminal).catch(() => undefined)
  }
}

const after = (ms: number, over: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    over.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })

const aborted = (signal: AbortSignal, over: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true, signal: over })
  })
