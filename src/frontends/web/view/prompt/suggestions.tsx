import type { Suggestion } from '../../state/completion.ts'
import { useWords } from '../../text/words.ts'
import type { Completion } from './use-completion.ts'

/** What could be meant, above the prompt. */
export const Suggestions = ({
  completion: { items, at },
  choose,
}: {
  readonly completion: Completion
  choose(item: Suggestion): void
}) => {
  const words = useWords()
  if (items.length === 0) return null
  return (
    <div id="suggestions" class="suggestions" role="listbox" aria-label={words.suggestions}>
      {items.map((item, index) => (
        <button
          key={item.insert}
          type="button"
          id={`suggestion-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          // The field keeps the focus.
          onMouseDown={event => event.preventDefault()}
          onClick={() => choose(item)}
        >
          <b dir="ltr">{item.label}</b>
          {item.detail !== undefined && <small>{item.detail}</small>}
        </button>
      ))}
    </div>
  )
}
