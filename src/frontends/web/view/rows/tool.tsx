import type { VNode } from 'preact'
import { useContext } from 'preact/hooks'
import { escapeLine } from '../../../../lib/escape-text.ts'
import { declinedWords } from '../../../../lib/refusal.ts'
import { linearPattern } from '../../../../lib/text/linear-pattern.ts'
import { textField } from '../../../../lib/values/read-field.ts'
import type { ScriptBody } from '../../../../protocol/messages/presentation.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { countChanges } from '../../state/hunk.ts'
import { isFinished, type ToolRow, type ToolState } from '../../state/row.ts'
import { agentReport, factsOf, opensBy, type ToolFacts } from '../../state/tool-facts.ts'
import { useWords, type Words } from '../../text/words.ts'
import { useFold } from '../fold.ts'
import { SessionContext } from '../session-context.ts'
import { useStore } from '../use-store.ts'
import { AgentLines } from './agent-lines.tsx'
import { Diff } from './diff.tsx'
import { Found, Output } from './output.tsx'
import { Pictures } from './pictures.tsx'

const SIGNS: Readonly<Record<ToolState, string>> = {
  waiting: '○',
  running: '◐',
  done: '✓',
  failed: '✕',
  denied: '⊘',
  stopped: '■',
  background: '↗',
}

const LIVE_LINES = 5

/** One line for a call; what it was given and what came of it unfolds. */
export const Tool = ({ row }: { readonly row: ToolRow }) => {
  const words = useWords()
  const session = useContext(SessionContext)
  const cwd = useStore(session.state, state => state.cwd)
  const waits = useStore(session.state, state => state.requests.some(each => each.toolUseId === row.id))
  const facts = factsOf(row, words, cwd)
  const [open, toggle] = useFold(row.id, opensBy(row, facts))
  const changes = facts.hunks && countChanges(facts.hunks)
  return (
    <div class={`tool ${row.state}`}>
      <button type="button" class="tool-line" aria-expanded={open} onClick={toggle} disabled={row.streaming}>
        <span class="sign" aria-hidden="true">
          {SIGNS[row.state]}
        </span>
        <span class="name">{facts.name}</span>
        <span class="subject" dir="ltr">
          {escapeLine(facts.subject, 300)}
        </span>
        {changes && (
          <span class="counts">
            <span class="unseen">
              {words.added(changes.added)}, {words.removed(changes.removed)}
            </span>
            <span class="plus" aria-hidden="true">
              +{changes.added}
            </span>{' '}
            <span class="minus" aria-hidden="true">
              −{changes.removed}
            </span>
          </span>
        )}
        <span class="outcome">
          {waits ? words.waits : isQuiet(row.state) ? facts.outcome : words.states[row.state]}
        </span>
      </button>
      {!isFinished(row) && row.progress !== undefined && row.progress.trim() !== '' && (
        <Output text={row.progress.trimEnd().split('\n').slice(-LIVE_LINES).join('\n')} />
      )}
      {row.said !== undefined && <p class="with-yes dim">{words.approved(row.said)}</p>}
      <AgentLines toolUseId={row.id} />
      {open && <Body row={row} facts={facts} />}
    </div>
  )
}

const isQuiet = (state: ToolState): boolean => state === 'done'

const Body = ({ row, facts }: { readonly row: ToolRow; readonly facts: ToolFacts }) => {
  const words = useWords()
  if (facts.hunks) return <Diff id={row.id} hunks={facts.hunks} path={facts.subject} />
  const body = row.presentation?.body
  if (body?.type === 'todos') return <Todos todos={body.todos} />
  const report = agentReport(row)
  if (report !== undefined) return <AgentReport row={row} report={report} />
  // As it was approved, which may be other than it was sent.
  const plan = body?.type === 'plan' ? (body.approved ?? body.proposed) : undefined
  return (
    <div class="tool-body">
      {plan === undefined ? <Given row={row} /> : <Markdown text={plan} />}
      {body?.type === 'script' && body.calls.length > 0 && <Output text={callsText(body)} />}
      {row.result !== undefined && <Result row={row} text={resultText(row, row.result, words)} />}
      <Pictures pictures={row.pictures ?? []} />
    </div>
  )
}

const CALL_SIGNS = { running: '…', done: '✓', failed: '✗', denied: '✗' } as const

/** The calls of a script, each on a line. */
const callsText = ({ calls, more }: ScriptBody): string =>
  [
    ...calls.map(({ tool, about, state }) => `${CALL_SIGNS[state]} ${tool} ${about}`),
    ...(more > 0 ? [`… +${more}`] : []),
  ].join('\n')

/** What a search found has its matches marked, where the pattern can be tried here. */
const Result = ({ row, text }: { readonly row: ToolRow; readonly text: string }) => {
  const body = row.presentation?.body
  const isSearch = row.state === 'done' && body?.type === 'matches' && body.lines === 'matches'
  const pattern = isSearch ? linearPattern(row.input) : undefined
  return pattern ? <Found text={text} pattern={pattern} /> : <Output text={text} />
}

/** Its last words; what it was asked to do is behind a button. */
const AgentReport = ({ row, report }: { readonly row: ToolRow; readonly report: string }) => {
  const words = useWords()
  const [open, toggle] = useFold(`${row.id}:task`, 'closed')
  return (
    <div class="tool-body">
      <button type="button" class="quiet" aria-expanded={open} onClick={toggle}>
        {words.task}
      </button>
      {open && <Given row={row} />}
      <div class="report">
        <Markdown text={report} />
      </div>
      <Pictures pictures={row.pictures ?? []} />
    </div>
  )
}

const resultText = ({ state, refusal, presentation }: ToolRow, result: string, words: Words): string => {
  const { body } = presentation ?? {}
  if (state === 'done' && body?.type === 'said' && body.text !== undefined) return words.localize(body.text)
  const said = state === 'denied' ? declinedWords(result) : undefined
  if (said !== undefined) return words.declined(said)
  if (refusal) return words.localize(refusal)
  return result === '' ? words.noOutput : result
}

/** What is longer than the line can show. */
const Given = ({ row: { presentation, input } }: { readonly row: ToolRow }) => {
  const command = presentation?.body?.type === 'output' ? textField(input, 'command') : undefined
  if (command !== undefined) return <Output text={`$ ${command}`} />
  const prompt = textField(input, 'prompt')
  if (prompt !== undefined) return <Markdown text={prompt} />
  const text = JSON.stringify(input, null, 2) ?? ''
  return text === '{}' ? null : <Output text={text} />
}

const MARKS: Readonly<Record<string, string>> = { completed: '☑', in_progress: '▶', pending: '☐' }

export const Todos = ({ todos }: { readonly todos: readonly unknown[] }) => (
  <ul class="todos">{todos.map(drawTodo)}</ul>
)

const drawTodo = (todo: unknown): VNode => {
  const status = textField(todo, 'status') ?? 'pending'
  return (
    <li class={status}>
      <span aria-hidden="true">{MARKS[status] ?? '☐'}</span> {textField(todo, 'content') ?? ''}
    </li>
  )
}
