/** A part of a plan that can be commented on by itself. */
export interface PlanSection {
  /** Without the signs of a heading; empty for what stands before the first one. */
  readonly title: string
  readonly text: string
}

/** What somebody wrote about sections, by their place in the plan. */
export type SectionComments = Readonly<Record<number, string>>

const HEADING = /^ {0,3}#{1,2}\s+(.*?)\s*#*$/
const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** A plan by its headings of the first two levels; what looks like one inside a code block is none. */
export const sectionsOf = (plan: string): readonly PlanSection[] => {
  const sections: { title: string; lines: string[] }[] = []
  let fence: string | undefined
  for (const line of plan.split('\n')) {
    const [, mark] = FENCE.exec(line) ?? []
    const [, title] = fence === undefined ? (HEADING.exec(line) ?? []) : []
    if (mark !== undefined && fence === undefined) fence = mark
    else if (mark !== undefined && fence !== undefined && mark.startsWith(fence)) fence = undefined
    if (title !== undefined || sections.length === 0) sections.push({ title: title ?? '', lines: [] })
    sections.at(-1)?.lines.push(line)
  }
  return sections
    .map(({ title, lines }) => ({ title, text: lines.join('\n') }))
    .filter(({ text }) => text.trim() !== '')
}

/** The comments as they go with an answer, each with the section it is about, then what was said of the whole. */
export const commentsText = (
  sections: readonly PlanSection[],
  comments: SectionComments,
  note: string,
): string =>
  [
    ...sections.flatMap(({ title }, at) => {
      const comment = comments[at]?.trim() ?? ''
      return comment === '' ? [] : [title === '' ? comment : `On "${title}": ${comment}`]
    }),
    ...(note.trim() === '' ? [] : [note.trim()]),
  ].join('\n\n')
