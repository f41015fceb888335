import { createEmulator, type Emulator } from './emulator.ts'

/** How restless the screen was while bytes were shown. */
export interface Flicker {
  readonly bytes: number
  /** The whole screen, or the scrollback, was erased. */
  readonly fullClears: number
  /** Cells above the live part that showed something else for a time, or for good. */
  readonly changedAbove: number
  /** Cells anywhere on the screen that were emptied and then filled with the same again within one write. */
  readonly rewritten: number
}

export interface FlickerOptions {
  readonly columns: number
  readonly rows: number
  /** Rows counted up from where the cursor stood before a change, in which changes are expected: the live part. */
  readonly liveRows: number
}

const FULL_CLEARS = new RegExp(
  ['\\u001b\\[[23]J', '\\u001b\\[(?:1;1)?H\\u001b\\[0?J', '\\u001bc'].join('|'),
  'g',
)
/** Steps that can change other rows than the cursor's. */
const SHIFTS = new RegExp(['^\\u001b(?:\\[[0-?]*[JLMSThlu]', '[^[])'].join('|'))
/** One step of the terminal: a sequence or a character. */
const STEP = new RegExp(
  [
    '\\u001b\\[[0-?]*[ -/]*[@-~]',
    '\\u001b[\\]PX^_][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)?',
    '\\u001b.',
    '[^]',
  ].join('|'),
  'gu',
)

/**
 * Shows what a program wrote to an emulator step by step. A row is named by its number from the beginning of all output,
 * so that scrolling is no change.
 */
export const measureFlicker = (writes: readonly string[], options: FlickerOptions): Flicker => {
  const emulator = createEmulator(options)
  let changedAbove = 0
  let rewritten = 0
  let fullClears = 0
  for (const bytes of changesIn(writes)) {
    fullClears += bytes.match(FULL_CLEARS)?.length ?? 0
    const before = snapshot(emulator)
    const cursorBefore = cursorRow(emulator)
    const emptied = new Set<string>()
    const changed = new Map<string, boolean>()
    for (const [step] of bytes.matchAll(STEP)) {
      const from = emulator.cursor().y
      emulator.write(step)
      // Most steps touch the row of the cursor only.
      const rows = SHIFTS.test(step) ? undefined : [from, emulator.cursor().y]
      noteChanges({ emulator, before, emptied, changed }, rows)
    }
    const firstLive = cursorBefore - options.liveRows
    for (const [place, filledAgain] of changed) {
      if (Number(place.split(':')[0]) < firstLive) changedAbove += 1
      if (filledAgain) rewritten += 1
    }
  }
  const size = writes.reduce((sum, bytes) => sum + Buffer.byteLength(bytes), 0)
  return { bytes: size, fullClears, changedAbove, rewritten }
}

const BEGIN = '\u001b[?2026h'
const END = '\u001b[?2026l'

/** What is to be seen at once: in the middle of a synchronised change, where a read may end, the cursor is anywhere. */
const changesIn = (writes: readonly string[]): readonly string[] => {
  const changes: string[] = []
  let begun = ''
  for (const bytes of writes) {
    const parts = (begun + bytes).split(END)
    const rest = parts.pop() ?? ''
    changes.push(...parts.map(part => part + END))
    begun = rest.includes(BEGIN) ? rest : ''
    if (begun === '') changes.push(rest)
  }
  return begun === '' ? changes : [...changes, begun]
}

/** By its number from the beginning of all output. */
const cursorRow = (emulator: Emulator): number => emulator.terminal.buffer.active.baseY + emulator.cursor().y

/** Rows of the screen by their number, as they were before a write. */
const snapshot = (emulator: Emulator): Map<number, string> => {
  const top = emulator.terminal.buffer.active.baseY
  return new Map(emulator.screen().map((row, y) => [top + y, row]))
}

const noteChanges = (
  look: {
    readonly emulator: Emulator
    readonly before: Map<number, string>
    readonly emptied: Set<string>
    readonly changed: Map<string, boolean>
  },
  rows: readonly number[] = Array.from({ length: look.emulator.rows }, (_, y) => y),
): void => {
  const { active } = look.emulator.terminal.buffer
  for (const y of new Set(rows)) {
    const was = look.before.get(active.baseY + y)
    if (was === undefined || was === '') continue
    const row = active.getLine(active.baseY + y)?.translateToString(true) ?? ''
    if (was === row && look.emptied.size === 0) continue
    for (let x = 0; x < was.length; x++) {
      if (was[x] === ' ') continue
      const place = `${active.baseY + y}:${x}`
      const now = row[x] ?? ' '
      if (now !== was[x]) {
        look.changed.set(place, false)
        if (now === ' ') look.emptied.add(place)
      } else if (look.emptied.delete(place)) look.changed.set(place, true)
    }
  }
}
