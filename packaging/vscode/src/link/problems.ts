import type { Diagnostic, EditorApi, Uri } from '../editor-api.ts'
import type { LinkTool } from './link-server.ts'

const LEVELS = ['Error', 'Warning', 'Info', 'Hint'] as const

/** What the editor shows as problems, in one file or in all. */
export const problemsTool = (api: EditorApi): LinkTool => ({
  description: 'Problems that the editor shows, of one file (uri) or of all.',
  inputSchema: { type: 'object', properties: { uri: { type: 'string' } } },
  async call({ uri }) {
    const found: readonly (readonly [Uri, readonly Diagnostic[]])[] =
      typeof uri === 'string' ? oneFile(api, uri) : api.languages.getDiagnostics()
    return [
      JSON.stringify(
        found
          .filter(([at]) => at.scheme === 'file')
          .map(([at, diagnostics]) => ({
            uri: at.toString(),
            filePath: at.fsPath,
            diagnostics: diagnostics.map(described),
          })),
      ),
    ]
  },
})

const oneFile = (api: EditorApi, uri: string): readonly (readonly [Uri, readonly Diagnostic[]])[] => {
  const at = api.Uri.parse(uri)
  return [[at, api.languages.getDiagnostics(at)]]
}

const described = ({ message, severity, range, source, code }: Diagnostic): object => ({
  message,
  severity: LEVELS[severity] ?? 'Info',
  range: { start: range.start, end: range.end },
  ...(source === undefined ? {} : { source }),
  ...(code === undefined ? {} : { code: String(typeof code === 'object' ? code.value : code) }),
})
