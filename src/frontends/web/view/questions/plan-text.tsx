import { useState } from 'preact/hooks'
import { Markdown } from '../../markdown/markdown.tsx'
import type { PlanSection, SectionComments } from '../../state/plan-sections.ts'
import { useWords } from '../../text/words.ts'
import { NoteField } from './note-field.tsx'

/** A plan, section by section, each with a place for a comment. */
export const PlanText = ({
  sections,
  comments,
  change,
}: {
  readonly sections: readonly PlanSection[]
  readonly comments: SectionComments
  change(comments: SectionComments): void
}) => {
  const words = useWords()
  const count = Object.values(comments).filter(text => text.trim() !== '').length
  return (
    <>
      <div class="plan">
        {sections.map((section, at) => (
          <Section
            key={section.text}
            section={section}
            comment={comments[at] ?? ''}
            change={text => change({ ...comments, [at]: text })}
          />
        ))}
      </div>
      {count > 0 && (
        <p class="dim" role="status">
          {words.planComments(count)}
        </p>
      )}
    </>
  )
}

const Section = ({
  section,
  comment,
  change,
}: {
  readonly section: PlanSection
  readonly comment: string
  change(text: string): void
}) => {
  const words = useWords()
  const [isOpen, setOpen] = useState(false)
  const label = section.title === '' ? words.planComment : words.planCommentOn(section.title)
  return (
    <section class="plan-section">
      <Markdown text={section.text} />
      {isOpen ? (
        <NoteField label={label} note={comment} change={change} />
      ) : (
        <button type="button" class="quiet note" aria-label={label} onClick={() => setOpen(true)}>
          {words.planComment}
        </button>
      )}
    </section>
  )
}
