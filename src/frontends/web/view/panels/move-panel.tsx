import { useContext, useState } from 'preact/hooks'
import { escapeLine } from '../../../../lib/escape-text.ts'
import type { RewindReport } from '../../../../protocol/session/file-history.ts'
import type { MoveReport, MoveScope } from '../../../../protocol/session/session-tree.ts'
import { useWords } from '../../text/words.ts'
import { SessionContext, UiContext } from '../session-context.ts'
import { useWhen } from '../use-when.ts'

/** What going back to before a message would do, and how much of it to do. */
export const MovePanel = ({
  messageUuid,
  title,
}: {
  readonly messageUuid: string
  readonly title: string
}) => {
  const words = useWords()
  const session = useContext(SessionContext)
  const ui = useContext(UiContext)
  const [report, setReport] = useState<MoveReport>()
  const [problem, setProblem] = useState('')
  const ask = (body: object): Promise<MoveReport> =>
    ui.api.send<MoveReport>('POST', `${session.path}/rewind`, { messageUuid, ...body })
  const fail = (error: unknown): void =>
    setProblem(error instanceof Error ? error.message || words.offline : '')
  useWhen([messageUuid], () => {
    ask({ what: 'both', dryRun: true }).then(setReport, fail)
  })
  const move = (what: MoveScope, force = false): void => {
    ask({ what, ...(force ? { force } : {}) }).then(done => {
      if (!done.canMove) return setProblem(done.error)
      if (done.conversation?.prompt !== undefined) ui.setPrompt(done.conversation.prompt)
      ui.closePanel()
    }, fail)
  }
  const files = report?.files?.canRewind ? report.files : undefined
  const hasFiles = (files?.files.length ?? 0) > 0
  const isStuck = report !== undefined && !report.canMove && report.files === undefined
  return (
    <>
      <p>{words.preview}</p>
      <blockquote dir="auto">{title}</blockquote>
      {problem !== '' && <p class="warn">{problem}</p>}
      {report && <Preview report={report} />}
      {report && (
        <div class="choices">
          {hasFiles && <Choice label={words.both} choose={() => move('both')} />}
          <Choice label={words.conversationOnly} choose={() => move('conversation')} disabled={isStuck} />
          {hasFiles && <Choice label={words.filesOnly} choose={() => move('code')} />}
          {files?.kept.some(({ byOthers }) => byOthers) && (
            <Choice label={words.force} choose={() => move('both', true)} />
          )}
        </div>
      )}
    </>
  )
}

const Choice = ({
  label,
  choose,
  disabled = false,
}: {
  readonly label: string
  choose(): void
  readonly disabled?: boolean
}) => (
  <button type="button" class="choice" onClick={choose} disabled={disabled}>
    {label}
  </button>
)

const Preview = ({ report }: { readonly report: MoveReport }) => {
  const words = useWords()
  const conversation = report.canMove ? report.conversation : undefined
  return (
    <div class="preview">
      {!report.canMove && <p class="warn">{report.error}</p>}
      {report.files && <Files report={report.files} />}
      {conversation && conversation.left.length > 0 && <p>{words.leaves(conversation.left.length)}</p>}
      {conversation?.undoesCompaction && <p>{words.undoesCompaction}</p>}
    </div>
  )
}

const MOST_FILES = 50

const Files = ({ report }: { readonly report: RewindReport }) => {
  const words = useWords()
  if (!report.canRewind) return <p class="warn">{report.error}</p>
  return (
    <>
      <p>{report.files.length === 0 ? words.filesSame : words.filesChange(report.files.length)}</p>
      <ul class="files">
        {report.files.slice(0, MOST_FILES).map(file => (
          <li key={file.path}>
            <span class="dim">{words.actions[file.action]}</span>{' '}
            <span dir="ltr">{escapeLine(file.path, 300)}</span> <span class="plus">+{file.insertions}</span>{' '}
            <span class="minus">−{file.deletions}</span>
          </li>
        ))}
      </ul>
      {report.kept.map(({ path, why }) => (
        <p key={path} class="warn">
          {words.kept(escapeLine(path, 300), why)}
        </p>
      ))}
      {report.notCovered.map(text => (
        <p key={text} class="dim">
          {text}
        </p>
      ))}
    </>
  )
}
