import type { Disposable, EditorApi, Position, TextEditor } from '../editor-api.ts'
import type { LinkTool } from './link-server.ts'

const plain = ({ line, character }: Position) => ({ line, character })

/** More is not gone along with a prompt anyway. */
const MOST_TEXT = 100_000
/** A selection changes with every key. */
const PACE_MS = 60

/** What is selected in the file in sight; the last one, while something that is no file has the focus. */
export class SelectionWatch {
  readonly #api: EditorApi
  #last: object | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(api: EditorApi, tell: (selection: object) => void, subscriptions: Disposable[]) {
    this.#api = api
    const change = (): void => {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => {
        const before = JSON.stringify(this.#last)
        const now = this.current()
        if (now && JSON.stringify(now) !== before) tell(now)
      }, PACE_MS)
    }
    subscriptions.push(
      api.window.onDidChangeActiveTextEditor(change),
      api.window.onDidChangeTextEditorSelection(change),
      { dispose: () => clearTimeout(this.#timer) },
    )
  }

  current(): object | undefined {
    const editor = this.#api.window.activeTextEditor
    if (editor?.document.uri.scheme === 'file') this.#last = describe(editor)
    return this.#last
  }

  /** A file, or lines of it, for a prompt. */
  mention(): object | undefined {
    const editor = this.#api.window.activeTextEditor
    if (editor?.document.uri.scheme !== 'file') return undefined
    const { start, end, isEmpty } = editor.selection
    // Down to the beginning of a line is not into it.
    const last = end.line > start.line && end.character === 0 ? end.line - 1 : end.line
    return {
      filePath: editor.document.uri.fsPath,
      ...(isEmpty ? {} : { lineStart: start.line, lineEnd: last }),
    }
  }

  get tools(): Readonly<Record<string, LinkTool>> {
    const tool: LinkTool = {
      description: 'What is selected in the editor.',
      inputSchema: { type: 'object', properties: {} },
      call: async () => [JSON.stringify(this.current() ?? { success: false, message: 'No file is open' })],
    }
    return { getCurrentSelection: tool, getLatestSelection: tool }
  }
}

const describe = ({ document, selection }: TextEditor): object => {
  const { start, end, isEmpty } = selection
  return {
    success: true,
    text: isEmpty ? '' : document.getText(selection).slice(0, MOST_TEXT),
    filePath: document.uri.fsPath,
    fileUrl: document.uri.toString(),
    selection: { start: plain(start), end: plain(end), isEmpty },
  }
}
