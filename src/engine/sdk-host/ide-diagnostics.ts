import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { EditorError } from '../../features/ide/editor-error.ts'
import type { Diagnostic } from '../../features/language-servers/diagnostics.ts'
import { sdkHostText } from '../../protocol/messages/engine/sdk-host.ts'
import { OpError } from '../../protocol/op.ts'
import type { Lookups } from '../../protocol/query.ts'
import { callFor } from '../../protocol/tools/rule-names.ts'
import type { ThreadParts } from '../thread.ts'

/** Programs know it from sessions with an editor: problems of one file (`uri`), or of all that are known. */
export const IDE_DIAGNOSTICS = 'mcp__ide__getDiagnostics'

type Asking = Pick<ThreadParts, 'gate' | 'live'> & {
  readonly session: Pick<ThreadParts['session'], 'editor' | 'languages'>
}

const EDITOR_MS = 5_000

/** The editor answers where one is linked, else the language servers of the session. */
export const ideDiagnostics = async (
  at: Asking,
  input: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<Lookups['server_call']['found']> => {
  const file = fileIn(input['uri'], at.live.cwd)
  if (file !== undefined) await refuseUnreadable(at, file)
  const link = at.session.editor.link()
  if (link?.can('getDiagnostics')) {
    const uri = file === undefined ? undefined : pathToFileURL(file).href
    try {
      const texts = await link.diagnostics(uri, AbortSignal.any([signal, AbortSignal.timeout(EDITOR_MS)]))
      return { content: texts.map(text => ({ type: 'text', text })), isError: false }
    } catch (error) {
      if (signal.aborted || !(error instanceof EditorError || error instanceof DOMException)) throw error
      // A file that is not open there: our own servers may know it.
    }
  }
  return {
    content: [{ type: 'text', text: JSON.stringify(await ofServers(at, file, signal)) }],
    isError: false,
  }
}

const fileIn = (uri: unknown, cwd: string): string | undefined => {
  if (typeof uri !== 'string' || uri === '') return undefined
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : resolve(cwd, uri)
  } catch {
    throw new OpError(sdkHostText('no_file', { path: uri }))
  }
}

const refuseUnreadable = async ({ gate }: Pick<Asking, 'gate'>, path: string): Promise<void> => {
  const { verdict, because } = await gate.judge(callFor({ kind: 'read', path }), gate.policy())
  if (verdict !== 'allow')
    throw new OpError(sdkHostText('not_readable', { path, reason: because.localized ?? because.text }))
}

const ofServers = async (
  { gate, session }: Asking,
  file: string | undefined,
  signal: AbortSignal,
): Promise<readonly object[]> => {
  const languages = await session.languages.opened()
  if (!languages) return []
  if (file !== undefined) return [said(file, (await languages.diagnose(file, signal)) ?? [])]
  const isDenied = await gate.permissions.readDenied(gate.policy())
  const byFile = new Map<string, Diagnostic[]>()
  for (const { problems } of languages.running())
    for (const [path, found] of problems)
      if (found.length > 0 && !isDenied(path)) byFile.set(path, [...(byFile.get(path) ?? []), ...found])
  return [...byFile].map(([path, found]) => said(path, found))
}

/** As editors say it. */
const said = (path: string, found: readonly Diagnostic[]): object => ({
  uri: pathToFileURL(path).href,
  diagnostics: found.map(({ line, level, message, code, raw }) => {
    const { range, source } = Object(raw) as { readonly range?: unknown; readonly source?: unknown }
    const start = { line: line - 1, character: 0 }
    return {
      message,
      severity: level === 'error' ? 'Error' : 'Warning',
      range: range ?? { start, end: start },
      ...(typeof source === 'string' ? { source } : {}),
      ...(code === undefined ? {} : { code }),
    }
  }),
})
