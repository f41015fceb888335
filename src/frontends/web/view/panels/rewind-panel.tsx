import { useContext, useState } from 'preact/hooks'
import type { PromptNode } from '../../../../protocol/session/session-tree.ts'
import { useWords } from '../../text/words.ts'
import { SessionContext, UiContext } from '../session-context.ts'
import { useWhen } from '../use-when.ts'

/** Messages of the person on the way to here, the newest first. */
export const RewindPanel = () => {
  const words = useWords()
  const session = useContext(SessionContext)
  const ui = useContext(UiContext)
  const [prompts, setPrompts] = useState<readonly PromptNode[]>()
  useWhen([session], () => {
    ui.api.ask(session.id, 'tree').then(
      tree => setPrompts(tree.prompts.filter(({ current, cleared }) => current && !cleared).toReversed()),
      (error: unknown) => ui.tell(String(error)),
    )
  })
  if (!prompts) return null
  if (prompts.length === 0) return <p class="dim">{words.noPrompts}</p>
  return (
    <>
      <p>{words.rewindText}</p>
      <ul class="list">
        {prompts.map(({ uuid, title, ageMs }) => (
          <li key={uuid}>
            <button
              type="button"
              class="entry"
              onClick={() => ui.openPanel({ name: 'move', messageUuid: uuid, title })}
            >
              <span class="entry-title" dir="auto">
                {title}
              </span>
              <span class="dim">{words.ago(ageMs)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
