import { useContext } from 'preact/hooks'
import { withLiteralValues } from '../../../../protocol/messages/literal-values.ts'
import type { Text } from '../../../../protocol/messages/localized-text.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { INTERRUPTED, PROGRAM_STOPPED, type Row, type ShellRow, type UserRow } from '../../state/row.ts'
import { useWords } from '../../text/words.ts'
import { useFold } from '../fold.ts'
import { memo } from '../memo.ts'
import { UiContext } from '../session-context.ts'
import { Output } from './output.tsx'
import { Pictures } from './pictures.tsx'
import { ReadGroup } from './read-group.tsx'
import { Thought } from './thought.tsx'
import { Tool } from './tool.tsx'

/** One row of the transcript. */
export const RowView = memo(({ row }: { readonly row: Row }) => {
  switch (row.kind) {
    case 'user':
      return <Said row={row} />
    case 'text':
    case 'told':
      return (
        <div class="reply">
          <Markdown text={row.text} />
          <Written at={row.at} />
        </div>
      )
    case 'thinking':
      return <Thought row={row} />
    case 'tool':
      return <Tool row={row} />
    case 'shell':
      return <Shell row={row} />
    case 'group':
      return <ReadGroup row={row} />
    case 'notice':
      return <Notice level={row.level} text={row.text} details={row.details} />
    case 'compaction':
      return <Compaction />
    case 'answer':
      return <Answer command={row.command} text={row.text} />
  }
})

const Answer = ({ command, text }: { readonly command: string; readonly text: Text }) => {
  const words = useWords()
  return (
    <div class="answer">
      <div class="who">/{command.replace(/^\//, '')}</div>
      <Markdown text={withLiteralValues(text, words.localize)} />
    </div>
  )
}

/** Seen where the pointer is, and no part of what is selected. */
const Written = ({ at }: { readonly at: string | undefined }) => {
  if (at === undefined) return null
  const date = new Date(at)
  const time = date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
  return <time class="hover written" dateTime={at} data-time={time} title={date.toLocaleString()} />
}

const LONG = 1_500

const Said = ({ row }: { readonly row: UserRow }) => {
  const words = useWords()
  const ui = useContext(UiContext)
  const [open, toggle] = useFold(row.id, 'closed')
  const isLong = row.text.length > LONG
  return (
    <div class="said">
      <div class="said-head">
        <h2 class="who">{row.task ? words.task : row.by === undefined ? words.you : words.by(row.by)}</h2>
        <Written at={row.at} />
        {!row.task && !ui.watches && (
          <button
            type="button"
            class="quiet hover"
            aria-label={words.rewindTo}
            title={words.rewindTo}
            onClick={() => ui.openPanel({ name: 'move', messageUuid: row.id, title: row.text.slice(0, 200) })}
          >
            ↶
          </button>
        )}
      </div>
      <div class="said-text" dir="auto">
        {isLong && !open ? `${row.text.slice(0, LONG)}…` : row.text}
      </div>
      {isLong && (
        <button type="button" class="quiet" aria-expanded={open} onClick={toggle}>
          {open ? words.showLess : words.showMore}
        </button>
      )}
      <Pictures pictures={row.pictures} />
      {row.attachments > 0 && <div class="dim">{words.attachments(row.attachments)}</div>}
    </div>
  )
}

const Shell = ({ row }: { readonly row: ShellRow }) => {
  const words = useWords()
  return (
    <div class="shell-row">
      <div class="who">
        {words.you}
        {row.running ? ` · ${words.states.running}` : ''}
        {row.exitCode === undefined || row.exitCode === 0 ? '' : ` · ${words.exitCode(row.exitCode)}`}
      </div>
      <Output text={`! ${row.command}\n${row.output}`} />
    </div>
  )
}

interface NoticeProps {
  readonly level: string
  readonly text: Text
  readonly details?: readonly Text[] | undefined
}

const Notice = ({ level, text, details }: NoticeProps) => {
  const words = useWords()
  if (text === INTERRUPTED) return <div class="notice notice-level">{words.interrupted}</div>
  if (text === PROGRAM_STOPPED) return <div class="notice notice-level">{words.programStopped}</div>
  return (
    <div class={`notice ${level}`}>
      <b>{words.levels[level] ?? level}:</b> <span dir="auto">{words.localize(text)}</span>
      {details && (
        <ul>
          {details.map(words.localize).map(each => (
            <li key={each} dir="auto">
              {each}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const Compaction = () => {
  const words = useWords()
  return (
    <div class="compaction">
      <span>{words.compacted}</span>
    </div>
  )
}
