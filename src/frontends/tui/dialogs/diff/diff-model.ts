import type { FileChange, TurnChanges } from '../../../../protocol/session/turn-changes.ts'

/** Which change is in sight. */
export interface DiffModel {
  /** Turns that changed something, newest first. */
  readonly turns: readonly TurnChanges[]
  readonly turn: number
  readonly file: number
  /** A single edit of the file; undefined: all the turn did to it. */
  readonly edit?: number
  /** The first line of the diff on the screen. */
  readonly top: number
}

export type DiffAction =
  | { readonly type: 'turn'; readonly step: 1 | -1 }
  | { readonly type: 'file'; readonly step: 1 | -1 }
  /** From the whole to single edits and on to the next. */
  | { readonly type: 'edit'; readonly step: 1 | -1 }
  /** From single edits to the whole. */
  | { readonly type: 'whole' }
  /** `lines` is how many there are, `rows` how many are shown. */
  | { readonly type: 'scroll'; readonly by: number; readonly lines: number; readonly rows: number }
  | { readonly type: 'changes'; readonly changes: readonly TurnChanges[] }

export const openDiff = (changes: readonly TurnChanges[]): DiffModel => ({
  turns: changes.filter(turn => turn.files.length > 0).toReversed(),
  turn: 0,
  file: 0,
  top: 0,
})

export const stepDiff = (model: DiffModel, action: DiffAction): DiffModel => {
  const { turns, turn, file } = model
  switch (action.type) {
    case 'turn':
      return { turns, turn: clamp(turn + action.step, turns.length), file: 0, top: 0 }
    case 'file':
      return { turns, turn, file: clamp(file + action.step, turns[turn]?.files.length ?? 0), top: 0 }
    case 'edit': {
      const count = fileOf(model)?.edits.length ?? 0
      if (count === 0) return model
      const from = model.edit ?? (action.step > 0 ? -1 : count)
      return { turns, turn, file, edit: (from + action.step + count) % count, top: 0 }
    }
    case 'whole':
      return { turns, turn, file, top: 0 }
    case 'scroll':
      return { ...model, top: Math.max(0, Math.min(action.lines - action.rows, model.top + action.by)) }
    case 'changes':
      return keepPlace(model, openDiff(action.changes))
  }
}

/** The same turn and file after something was taken back, as far as they are still there. */
const keepPlace = (before: DiffModel, after: DiffModel): DiffModel => {
  const turn = after.turns.findIndex(each => each.messageUuid === before.turns[before.turn]?.messageUuid)
  if (turn < 0) return after
  const path = fileOf(before)?.path
  const file = after.turns[turn]?.files.findIndex(each => each.path === path) ?? -1
  return { ...after, turn, file: Math.max(0, file) }
}

export const fileOf = ({ turns, turn, file }: DiffModel): FileChange | undefined => turns[turn]?.files[file]

/** The edit that would be taken back: the one in sight, or the only one. */
export const editOf = (model: DiffModel): FileChange['edits'][number] | undefined => {
  const edits = fileOf(model)?.edits ?? []
  return model.edit === undefined ? (edits.length === 1 ? edits[0] : undefined) : edits[model.edit]
}

/** The text of the diff in sight; undefined for a file that is no text. */
export const diffText = (model: DiffModel): string | undefined =>
  model.edit === undefined ? fileOf(model)?.diff : editOf(model)?.diff

/** Where in the file the change in sight begins. */
export const firstLine = (diff: string | undefined): number | undefined => {
  const found = /^@@ -\d+(?:,\d+)? \+(\d+)/m.exec(diff ?? '')
  return found ? Math.max(1, Number(found[1])) : undefined
}

const clamp = (at: number, count: number): number => Math.max(0, Math.min(count - 1, at))
