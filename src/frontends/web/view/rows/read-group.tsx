import { useContext } from 'preact/hooks'
import { escapeLine } from '../../../../lib/escape-text.ts'
import { groupTitle } from '../../state/group-rows.ts'
import type { GroupRow } from '../../state/row.ts'
import { factsOf } from '../../state/tool-facts.ts'
import { useWords } from '../../text/words.ts'
import { useFold } from '../fold.ts'
import { SessionContext } from '../session-context.ts'
import { useStore } from '../use-store.ts'
import { Thought } from './thought.tsx'
import { Tool } from './tool.tsx'

/** One line for calls that only looked at things; each of them unfolds below it. */
export const ReadGroup = ({ row }: { readonly row: GroupRow }) => {
  const words = useWords()
  const session = useContext(SessionContext)
  const cwd = useStore(session.state, state => state.cwd)
  const [open, toggle] = useFold(row.id, 'closed')
  const calls = row.rows.flatMap(each => (each.kind === 'tool' ? [factsOf(each, words, cwd)] : []))
  const about = calls.map(({ name, subject }) =>
    name.includes(' · ') ? `${name} ${subject}`.trim() : subject,
  )
  return (
    <div class="tool done look-group">
      <button type="button" class="tool-line" aria-expanded={open} onClick={toggle}>
        <span class="sign" aria-hidden="true">
          ✓
        </span>
        <span class="name">{groupTitle(row, words)}</span>
        {!open && (
          <span class="subject" dir="ltr">
            {escapeLine([...new Set(about)].join(', '), 300)}
          </span>
        )}
      </button>
      {open && (
        <div class="group-rows">
          {row.rows.map(each =>
            each.kind === 'tool' ? <Tool key={each.id} row={each} /> : <Thought key={each.id} row={each} />,
          )}
        </div>
      )}
    </div>
  )
}
