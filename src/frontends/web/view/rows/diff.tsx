import type { VNode } from 'preact'
import { escapeText } from '../../../../lib/escape-text.ts'
import { type DiffLine, diffLines, type Hunk } from '../../state/hunk.ts'
import { useWords } from '../../text/words.ts'
import { useFold } from '../fold.ts'

const FIRST = 60
const MOST = 3_000

/** What a change takes away and adds, with signs beside the colours. */
export const Diff = ({ id, hunks }: { readonly id: string; readonly hunks: readonly Hunk[] }) => {
  const words = useWords()
  const [all, toggle] = useFold(`${id}:diff`, 'closed')
  const lines = hunks.flatMap((hunk, at) => [...(at === 0 ? [] : [undefined]), ...diffLines(hunk)])
  const shown = lines.slice(0, all ? MOST : FIRST)
  return (
    <div class="diff-box">
      <pre class="diff" dir="ltr">
        {shown.map(drawLine)}
      </pre>
      {lines.length > FIRST && (
        <button type="button" class="quiet" onClick={toggle}>
          {all ? words.showLess : `${words.showMore} (${words.lines(lines.length - FIRST)})`}
        </button>
      )}
    </div>
  )
}

const KINDS = { '+': 'added', '-': 'removed', ' ': 'same' } as const

const drawLine = (line: DiffLine | undefined): VNode =>
  line ? (
    <span class={KINDS[line.sign]}>
      <span class="number">{line.number}</span>
      <span class="edge">{line.sign}</span>
      <span class="line">
        {escapeText(line.text)}
        {'\n'}
      </span>
    </span>
  ) : (
    <span class="gap">{'⋯\n'}</span>
  )
