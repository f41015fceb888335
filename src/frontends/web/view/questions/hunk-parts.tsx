import { useState } from 'preact/hooks'
import { labelled } from '../../../../lib/text/written-signs.ts'
import { changedAt, type Hunk } from '../../state/hunk.ts'
import { type HunkDraft, linesAfter, rewritten, toggled, withLines } from '../../state/hunk-draft.ts'
import { useWords } from '../../text/words.ts'
import { Diff } from '../rows/diff.tsx'
import { WordsForm } from './words-form.tsx'

/** The parts of a change, each with a box that leaves it out and a field to write it otherwise. */
export const HunkParts = ({
  id,
  path,
  hunks,
  draft,
  change,
}: {
  readonly id: string
  readonly path: string
  readonly hunks: readonly Hunk[]
  readonly draft: HunkDraft
  change(draft: HunkDraft): void
}) => {
  const words = useWords()
  const [editing, setEditing] = useState<number>()
  return (
    <>
      {hunks.map((hunk, at) => {
        const own = draft.texts.get(at)
        const name = words.partAt(changedAt(hunk))
        return (
          <section key={`${id}:${hunk.oldStart}`} class={draft.dropped.has(at) ? 'part dropped' : 'part'}>
            <div class="part-head">
              <label>
                <input
                  type="checkbox"
                  checked={!draft.dropped.has(at)}
                  onChange={() => change(toggled(draft, at))}
                />
                {name}
              </label>
              {editing !== at && (
                <button
                  type="button"
                  class="quiet"
                  aria-label={labelled(words.editPart, name)}
                  onClick={() => setEditing(at)}
                >
                  {words.editPart}
                </button>
              )}
            </div>
            {editing === at ? (
              <WordsForm
                label={words.partLines}
                initial={own ?? linesAfter(hunk)}
                keepsEnter
                send={text => {
                  change(rewritten(draft, at, text))
                  setEditing(undefined)
                }}
                back={() => setEditing(undefined)}
              />
            ) : (
              <Diff
                id={`question:${id}:${at}`}
                hunks={[own === undefined ? hunk : withLines(hunk, own)]}
                path={path}
              />
            )}
          </section>
        )
      })}
    </>
  )
}
