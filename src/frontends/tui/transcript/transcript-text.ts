import type { Item } from '../state/item.ts'
import type { Transcript } from '../state/ui-state.ts'
import type { Words } from '../text/words.ts'
import { agentEnding } from './agent-lines.ts'
import { endingText } from './render-item.ts'

/** The n-th last answer of the model, 1 being the last, or all of them; empty when there is none. For /copy. */
export const lastAnswers = ({ done, live }: Transcript, which: number | 'all'): string => {
  const answers = [...done, ...live].flatMap(item =>
    item.kind === 'assistant' && item.text.trim() !== '' ? [item.text.trim()] : [],
  )
  return which === 'all' ? answers.join('\n\n') : which > 0 ? (answers.at(-which) ?? '') : ''
}

/** The last answer among these, as the model wrote it; where there is none, what somebody else said or a program printed. */
export const sourceInSight = (items: readonly Item[]): string => {
  const texts = items.map(item => ({ isAnswer: item.kind === 'assistant', text: sourceOf(item) }))
  const found = texts.findLast(({ isAnswer, text }) => isAnswer && text !== '')
  return (found ?? texts.findLast(({ text }) => text !== ''))?.text ?? ''
}

const sourceOf = (item: Item): string => {
  switch (item.kind) {
    case 'assistant':
      return item.text.trim()
    case 'user':
      return item.text
    case 'tool':
      return item.text ?? ''
    case 'shell':
      return item.output
    default:
      return ''
  }
}

/** The whole conversation as Markdown, for a file or an editor. */
export const transcriptText = (
  items: readonly Item[],
  words: Pick<Words, 'transcript' | 'localize'>,
): string =>
  `${items
    .flatMap(item => {
      const text = itemText(item, words)
      return text === '' ? [] : [text]
    })
    .join('\n\n')}\n`

/** One item as Markdown; empty when there is nothing to say. */
const itemText = (item: Item, words: Pick<Words, 'transcript' | 'localize'>): string => {
  const { transcript } = words
  switch (item.kind) {
    case 'banner':
      return ''
    case 'user':
      return `## ${transcript.exportUser}\n\n${item.text}`
    case 'mention':
      return quoted(transcript.mention(item.mention))
    case 'assistant':
      return item.text.trim() === '' ? '' : `## ${transcript.exportAssistant}\n\n${item.text.trim()}`
    case 'thinking':
      return item.text.trim() === '' ? '' : quoted(item.text.trim())
    case 'tool':
      return [
        `### ${transcript.exportTool(item.name)}`,
        fenced(JSON.stringify(item.input, undefined, 2) ?? '', 'json'),
        ...(item.text === undefined || item.text === '' ? [] : [fenced(item.text, '')]),
      ].join('\n\n')
    case 'notice':
    case 'compaction':
      return quoted(words.localize(item.text))
    case 'command':
      return `### /${item.command.replace(/^\//, '')}\n\n${words.localize(item.text)}`
    case 'shell':
      return `### ! ${item.command}\n\n${fenced(item.output, '')}`
    case 'agent':
      return quoted(agentEnding(item, words))
    case 'ending':
      return quoted(endingText(item, { words }))
  }
}

const quoted = (text: string): string =>
  text
    .split('\n')
    .map(line => `> ${line}`.trimEnd())
    .join('\n')

/** With more marks than the text itself has in a row. */
const fenced = (text: string, language: string): string => {
  const longest = (text.match(/`+/g) ?? []).reduce((most, marks) => Math.max(most, marks.length), 2)
  const marks = '`'.repeat(longest + 1)
  return `${marks}${language}\n${text.replace(/\n$/, '')}\n${marks}`
}
