import { Markdown } from '../../markdown/markdown.tsx'
import type { TextRow } from '../../state/row.ts'
import { useWords } from '../../text/words.ts'
import { useFold } from '../fold.ts'

/** What the model thought, unread until somebody wants to. */
export const Thought = ({ row }: { readonly row: TextRow }) => {
  const words = useWords()
  const [open, toggle] = useFold(row.id, 'closed')
  return (
    <div class="thought">
      <button type="button" class="quiet" aria-expanded={open} onClick={toggle}>
        {row.streaming ? `${words.thinking} …` : words.thought}
      </button>
      {open && <Markdown text={row.text} />}
    </div>
  )
}
