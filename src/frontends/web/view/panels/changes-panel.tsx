import { useContext, useState } from 'preact/hooks'
import { escapeLine, escapeText } from '../../../../lib/escape-text.ts'
import { type ChangedFile, type ChangedTurn, changedFiles } from '../../state/changed-files.ts'
import { useWords } from '../../text/words.ts'
import { useFold } from '../fold.ts'
import { Diff } from '../rows/diff.tsx'
import { SessionContext, UiContext } from '../session-context.ts'
import { useStore } from '../use-store.ts'
import { useWhen } from '../use-when.ts'

/** The files that the session changed; each unfolds to what it did to them. */
export const ChangesPanel = () => {
  const words = useWords()
  const { files, problem } = useChangedFiles()
  if (problem !== '') return <p class="warn">{problem}</p>
  if (!files) return <p class="dim">{words.connecting}</p>
  if (files.length === 0) return <p class="dim">{words.noChanges}</p>
  return (
    <ul class="list changes">
      {files.map(file => (
        <FileEntry key={file.path} file={file} first={files.length === 1 ? 'open' : 'closed'} />
      ))}
    </ul>
  )
}

const FileEntry = ({ file, first }: { readonly file: ChangedFile; readonly first: 'open' | 'closed' }) => {
  const words = useWords()
  const { state } = useContext(SessionContext)
  const cwd = useStore(state, value => value.cwd)
  const [open, toggle] = useFold(`changes:${file.path}`, first)
  const path = file.path.startsWith(`${cwd}/`) ? file.path.slice(cwd.length + 1) : file.path
  return (
    <li>
      <button type="button" class="entry" aria-expanded={open} onClick={toggle}>
        <span class="entry-title path" dir="ltr">
          {escapeLine(path, 300)}
        </span>
        <span class="dim">
          {words.fileStatus[file.status]} <span class="plus">+{file.added}</span>{' '}
          <span class="minus">−{file.removed}</span>
        </span>
      </button>
      {open && file.turns.map(turn => <Turn key={turn.messageUuid} file={file} turn={turn} />)}
    </li>
  )
}

const Turn = ({ file, turn }: { readonly file: ChangedFile; readonly turn: ChangedTurn }) => {
  const words = useWords()
  const { messageUuid, prompt, hunks, cut } = turn
  return (
    <section class="change">
      {file.turns.length > 1 && (
        <p class="dim" dir="auto">
          {escapeText(prompt.slice(0, 200))}
        </p>
      )}
      {hunks ? (
        <Diff id={`changes:${file.path}:${messageUuid}`} hunks={hunks} path={file.path} />
      ) : (
        <p class="dim">{words.binary}</p>
      )}
      {cut && <p class="warn">{words.cutChanges}</p>}
    </section>
  )
}

/** Read anew when a turn begins or ends. */
const useChangedFiles = (): { readonly files?: readonly ChangedFile[]; readonly problem: string } => {
  const words = useWords()
  const session = useContext(SessionContext)
  const { api } = useContext(UiContext)
  const [read, setRead] = useState<ReturnType<typeof useChangedFiles>>({ problem: '' })
  const running = useStore(session.state, state => state.running)
  useWhen([running], () => {
    let over = false
    api.ask(session.id, 'changes').then(
      turns => {
        if (!over) setRead({ files: changedFiles(turns), problem: '' })
      },
      (error: unknown) => {
        if (!over)
          setRead({ problem: error instanceof Error && error.message !== '' ? error.message : words.offline })
      },
    )
    return () => {
      over = true
    }
  })
  return read
}
