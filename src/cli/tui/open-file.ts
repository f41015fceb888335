import { basename } from 'node:path'
import { terminalText } from '../../protocol/messages/cli/terminal.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { type EditorOptions, editorCommand, runEditor } from './external-editor.ts'

/** Opens a file of the person's in an editor of theirs and waits; words when that failed. */
export const openFile = async (
  file: { readonly path: string; readonly line?: number },
  options: EditorOptions,
): Promise<LocalizedText | undefined> => {
  const command = editorCommand(options.env)
  if (command === undefined) return terminalText('no_editor')
  return await runEditor(command, editorWords(command, file), options)
}

const PLUS_LINE: ReadonlySet<string> = new Set(
  'vi vim nvim view gvim mvim nano pico emacs emacsclient micro kak joe mg'.split(' '),
)
const GOTO: ReadonlySet<string> = new Set('code code-insiders codium cursor windsurf'.split(' '))
const COLON: ReadonlySet<string> = new Set('hx helix subl zed'.split(' '))

/** How the editor is told the line; one we do not know is given the file alone. */
export const editorWords = (
  command: string,
  { path, line }: { readonly path: string; readonly line?: number },
): readonly string[] => {
  const program = basename(command.split(/\s+/)[0] ?? '')
  if (line === undefined) return [path]
  if (PLUS_LINE.has(program)) return [`+${line}`, path]
  if (GOTO.has(program)) return ['--goto', `${path}:${line}`]
  return COLON.has(program) ? [`${path}:${line}`] : [path]
}
