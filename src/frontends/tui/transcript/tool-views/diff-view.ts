import type { DiffBody } from '../../../../protocol/messages/presentation.ts'
import { editHunks } from '../diff/edit-hunks.ts'
import { countChanges, readHunks } from '../diff/hunk.ts'
import { renderDiff } from '../diff/render-diff.ts'
import type { View } from '../render-options.ts'
import type { BodyView } from './tool-view.ts'

const MAX_LINES = 24
const MAX_NEW_LINES = 10

/** What a call changed in a file. */
export const diffView: BodyView<DiffBody> = {
  result: ({ body: { path, created, patch } }, view) => {
    const isNew = created !== undefined
    if (!isNew && patch === undefined) return undefined
    const hunks = isNew ? editHunks('', created) : readHunks(patch)
    const { transcript } = view.words
    const { added, removed } = countChanges(hunks)
    const summary = isNew ? transcript.created(added) : transcript.changed(added, removed)
    // It is shown whole when it is to be approved.
    if (isPlanFile(path, view) && !view.verbose) return [summary]
    const maxLines = isNew ? MAX_NEW_LINES : MAX_LINES
    const options = { ...view, header: false, ...(view.verbose ? {} : { maxLines }) }
    return [summary, ...renderDiff({ path, hunks }, options)]
  },
}

/** A plan file lies with the program's own files, not in the project. */
const isPlanFile = (path: string, { cwd = '' }: View): boolean =>
  /^\/.*\/plans\/[^/]+\.md$/.test(path) && !path.startsWith(`${cwd}/`)
