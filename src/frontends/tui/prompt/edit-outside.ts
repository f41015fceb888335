import { labelledText } from '../input/editor.ts'
import { lastAnswers } from '../transcript/transcript-text.ts'
import type { Desk } from './desk.ts'

/** The prompt in the person's own editor; below the last answer where that is wished. */
export const editOutside = async (desk: Desk): Promise<void> => {
  const { screen, ports } = desk.options
  const { words } = desk.ui()
  const wanted = ports.settings.current().externalEditorContext === true
  const answer = wanted ? lastAnswers(desk.store.state.transcript, 1) : ''
  const above = answer === '' ? '' : contextAbove(answer, words.chat.editorMark)
  const result = await screen.suspend(() => ports.system.edit(`${above}${labelledText(desk.editor)}`))
  if ('error' in result) desk.ui().toast(result.error, 'error')
  else
    desk.setText(belowMark(result.text, above === '' ? undefined : words.chat.editorMark).replace(/\n$/, ''))
}

/** More of an answer is not looked at while somebody writes. */
const MOST_LINES = 200

/** The end of what was said, quoted, above what is written in an editor. */
export const contextAbove = (answer: string, mark: string): string =>
  [
    ...answer
      .split('\n')
      .slice(-MOST_LINES)
      .map(line => `> ${line}`.trimEnd()),
    mark,
    '',
  ].join('\n')

/** What was written: all behind the mark. Who took the mark away wrote all of it. */
export const belowMark = (text: string, mark: string | undefined): string => {
  if (mark === undefined) return text
  const lines = text.split('\n')
  const at = lines.findIndex(line => line.trim() === mark)
  return lines.slice(at + 1).join('\n')
}
