import { pathField } from '../../../../lib/values/call-fields.ts'
import { field, textField } from '../../../../lib/values/read-field.ts'
import type { ToolItem } from '../../state/item.ts'
import type { Line } from '../../terminal/screen-port.ts'
import { editHunks } from '../diff/edit-hunks.ts'
import { countChanges, type Hunk, readHunks } from '../diff/hunk.ts'
import { renderDiff } from '../diff/render-diff.ts'
import type { View } from '../look.ts'
import { shownPath } from '../shown-path.ts'
import type { ToolView } from './tool-view.ts'

const MAX_LINES = 24
const MAX_NEW_LINES = 10

const pathOf = (input: unknown): string => pathField(input) ?? ''

/** Tools that change a file: what they changed. */
export const changeView: ToolView = {
  subject: (input, view) => shownPath(pathOf(input), view.cwd),
  file: pathField,
  result: (item, view) => {
    const isNew = textField(item.output, 'type') === 'create'
    const hunks = isNew
      ? editHunks('', textField(item.output, 'content') ?? '')
      : readHunks(field(item.output, 'structuredPatch'))
    if (!isNew && !Array.isArray(field(item.output, 'structuredPatch'))) return undefined
    return changeLines(item, { hunks, isNew }, view)
  },
}

/** A plan file lies with the program's own files, not in the project. */
const isPlanFile = (path: string, { cwd = '' }: View): boolean =>
  /^\/.*\/plans\/[^/]+\.md$/.test(path) && !path.startsWith(`${cwd}/`)

const changeLines = (
  item: ToolItem,
  { hunks, isNew }: { readonly hunks: readonly Hunk[]; readonly isNew: boolean },
  view: View,
): readonly Line[] => {
  const { transcript } = view.words
  const { added, removed } = countChanges(hunks)
  // It is shown whole when it is to be approved.
  if (isPlanFile(pathOf(item.input), view) && !view.verbose)
    return [isNew ? transcript.created(added) : transcript.changed(added, removed)]
  const maxLines = isNew ? MAX_NEW_LINES : MAX_LINES
  return [
    isNew ? transcript.created(added) : transcript.changed(added, removed),
    ...renderDiff(
      { path: pathOf(item.input), hunks },
      { ...view, header: false, ...(view.verbose ? {} : { maxLines }) },
    ),
  ]
}
