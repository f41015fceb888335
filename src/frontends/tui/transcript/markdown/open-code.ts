import type { Line } from '../../terminal/screen-port.ts'
import type { RenderOptions } from '../render-options.ts'
import type { RunState } from './block-run.ts'
import {
  type CodePainter,
  closesFence,
  codeLabel,
  codeRows,
  type Fence,
  isLoading,
  paintCode,
  startCode,
  unindented,
  withoutLastBlanks,
} from './code-block.ts'
import { needsGap } from './flow.ts'

/** Empty lines that wait for the end of the code; more are given away, or every piece would read them all again. */
const MAX_WAITING_LINES = 500

/** Code whose end has not come yet: each of its lines is final as soon as it is complete. */
export interface OpenCode {
  /** What can be given away of the source behind the last read; `next` is undefined when the code ended. */
  read(source: string, options: { readonly ended: boolean; readonly look: RenderOptions }): CodeRead
  /** What the rest would look like, or the end of it: it is shown again with every piece. */
  tail(source: string, look: RenderOptions): readonly Line[]
}

export interface CodeRead {
  readonly lines: readonly Line[]
  /** Characters of the source it took. */
  readonly length: number
  readonly next: OpenCode | undefined
}

export const openCode = (
  fence: Fence,
  state: RunState,
): { readonly code: OpenCode; readonly state: RunState } => ({
  code: codeFrom({ fence, painter: undefined, gap: needsGap(state.flow, 'code', 'top') }),
  state: { flow: { previous: 'code', blank: false } },
})

interface OpenFence {
  readonly fence: Fence
  /** Absent before the first line. */
  readonly painter: CodePainter | undefined
  /** An empty line comes before the first. */
  readonly gap: boolean
}

const codeFrom = (place: OpenFence): OpenCode => ({
  read: (source, { ended, look }) => {
    if (isLoading(place.fence.language, look)) return { lines: [], length: 0, next: codeFrom(place) }
    return readLines(place, source, { ended, look })
  },
  tail: (source, look) => {
    const line = source.lastIndexOf('\n') + 1
    const shown = mayClose(place.fence, source.slice(line)) ? source.slice(0, line) : source
    return shown.trim() === '' ? [] : rowsOf(place, shown.replace(/(?<!\n)\n+$/, '').split('\n'), look).rows
  },
})

/** Marks that may become the end of the code are not shown as code meanwhile. */
const mayClose = (fence: Fence, line: string): boolean =>
  line.trim() !== '' && [...line.trim()].every(mark => mark === fence.mark)

const readLines = (
  place: OpenFence,
  source: string,
  { ended, look }: { readonly ended: boolean; readonly look: RenderOptions },
): CodeRead => {
  const complete = ended ? source : source.slice(0, source.lastIndexOf('\n') + 1)
  const lines = complete.replace(/\n$/, '').split('\n')
  const end = complete === '' ? -1 : lines.findIndex(line => closesFence(place.fence, line))
  if (end >= 0) {
    const { rows } = rowsOf(place, withoutLastBlanks(lines.slice(0, end)), look)
    const length = lines.slice(0, end + 1).reduce((sum, line) => sum + line.length + 1, 0)
    return { lines: rows, length: Math.min(length, complete.length), next: undefined }
  }
  // Empty lines wait: at the end of code they do not count.
  const waiting = complete.replace(/(?<!\n)\n+$/, '')
  const kept = complete.length - waiting.length > MAX_WAITING_LINES ? complete.slice(0, -1) : waiting
  const count = kept === '' ? 0 : kept.split('\n').length
  if (count === 0 && !ended) return { lines: [], length: 0, next: codeFrom(place) }
  const { rows, painter } = rowsOf(place, lines.slice(0, count), look)
  if (ended) return { lines: rows, length: source.length, next: undefined }
  return { lines: rows, length: kept.length + 1, next: codeFrom({ ...place, painter, gap: false }) }
}

const rowsOf = (
  place: OpenFence,
  lines: readonly string[],
  look: RenderOptions,
): { readonly rows: readonly Line[]; readonly painter: CodePainter } => {
  const first = place.painter === undefined
  let painter = place.painter ?? startCode(place.fence.language, look)
  const label = first ? codeLabel(place.fence.label, look) : []
  const rows: Line[] = []
  for (const line of lines) {
    const painted = paintCode(painter, unindented(place.fence, line))
    painter = painted.painter
    rows.push(...codeRows(painted, look))
  }
  const gap = first && place.gap && rows.length + label.length > 0 ? [''] : []
  return { rows: [...gap, ...label, ...rows], painter }
}
