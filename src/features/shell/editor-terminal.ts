import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { bashQuote } from '../../lib/shell/bash-quote.ts'
import { stripAnsi } from '../../lib/strip-ansi.ts'
import type { Editor, TerminalEnd } from '../../protocol/editor/editor.ts'
import { lines } from '../../protocol/messages/layout.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import type { ShellEnd, ShellRun } from '../../protocol/tool.ts'
import type { ShellHost } from './shell-host.ts'
import { followDirectory, startDirectory } from './start-directory.ts'

const says = modelTexts('editor_output', {
  cut: { en: 'Only the end of the output was kept.', zh: '只保留了输出的末尾。' },
})

/** A terminal is one, and nobody sits there to turn pages. */
const UNPAGED = { PAGER: 'cat', GIT_PAGER: 'cat' }

/**
 * Whether a command may run in a terminal of the editor. What is held by a sandbox, or is allowed only because it runs
 * hardened, needs this program around it.
 */
export const mayLeave = (
  { options }: ShellHost,
  { toolUseId, hardened, unsandboxed, whole }: ShellRun,
): boolean =>
  options.editor?.runInTerminal !== undefined &&
  // There its streams are one.
  whole === undefined &&
  // Without a call there is nothing in the editor that could show it.
  toolUseId !== undefined &&
  hardened === false &&
  (options.sandbox === undefined || unsandboxed === true)

/** Runs it in a terminal of the editor, as it would run here; `undefined` when it did not begin there. */
export const runInEditor = async (host: ShellHost, run: ShellRun): Promise<ShellEnd | undefined> => {
  const { options, limits } = host
  const editor: Editor | undefined = options.editor
  if (!editor?.runInTerminal || run.signal.aborted) return undefined
  const from = startDirectory(options)
  const snapshot = await host.snapshot.take()
  const files = prepare(host, snapshot.file)
  try {
    const end = await editor.runInTerminal({
      ...(run.toolUseId === undefined ? {} : { toolUseId: run.toolUseId }),
      file: host.bash,
      // The command stands there as it was approved; all that belongs around it is in a file that bash reads first.
      args: ['-c', run.command],
      env: { ...host.environment(run.toolUseId), ...UNPAGED, ...run.env, BASH_ENV: files.before },
      cwd: from.directory,
      maxBytes: limits.headBytes + limits.tailBytes,
      timeoutMs: run.timeoutMs,
      signal: run.signal,
    })
    if (!end) return undefined
    const moved = followDirectory(files.directory, from.directory, options)
    const cut = end.truncated ? says('cut') : undefined
    const notices = [from.notice, snapshot.problem, cut, moved].filter(notice => notice !== undefined)
    return { ...shellEnd(end), ...(notices.length === 0 ? {} : { notice: lines(notices) }) }
  } finally {
    for (const path of [files.before, files.directory]) rmSync(path, { force: true })
  }
}

const shellEnd = ({ output, code, signal, ended }: TerminalEnd): ShellEnd => {
  const text = stripAnsi(output).replaceAll('\r\n', '\n')
  return { code, signal, output: text, outputBytes: Buffer.byteLength(text), ended }
}

/** What bash reads before the command: the person's own shell, the session's variables, and nothing of our credentials. */
const prepare = (
  host: ShellHost,
  snapshot: string | undefined,
): { readonly before: string; readonly directory: string } => {
  const { options } = host
  makeDirectories(options.outputDir(), 0o700)
  const id = host.newId()
  const before = join(options.outputDir(), `${id}.sh`)
  const directory = join(options.outputDir(), `${id}.cwd`)
  const ours = host.environment()
  const withheld = Object.keys(options.env).filter(name => !(name in ours) && /^\w+$/.test(name))
  const sourced = [snapshot, options.exported?.()].flatMap(file =>
    file === undefined ? [] : [`. ${bashQuote(file)} 2>/dev/null`],
  )
  const lines = [
    `unset BASH_ENV ${withheld.join(' ')}`,
    ...sourced,
    `trap ${bashQuote(`builtin pwd -P >| ${bashQuote(directory)} 2>/dev/null`)} EXIT`,
  ]
  writeFileSync(before, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' })
  return { before, directory }
}
