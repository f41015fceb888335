import type { Pair } from './measures.ts'

/** One line of the table, ready to be read. */
export interface Row {
  readonly what: string
  readonly ours: string
  readonly floor: string
  readonly ratio: string
  readonly target: string
  readonly verdict: Verdict
}

export type Verdict = 'PASS' | 'MISS' | 'FAILED' | '–'

const HEAD = ['measure', 'Capstan', 'floor', 'ratio', 'target', ''] as const

export const judge = (value: number, limit: number): Verdict => (value <= limit ? 'PASS' : 'MISS')

/** Markdown that is also readable in a terminal. */
export const renderTable = (rows: readonly Row[]): string => {
  const lines = [HEAD, ...rows.map(cellsOf)]
  const widths = HEAD.map((_, column) => Math.max(3, ...lines.map(line => (line[column] ?? '').length)))
  const render = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = render(widths.map(width => '-'.repeat(width)))
  return [render(HEAD), rule, ...rows.map(row => render(cellsOf(row)))].join('\n')
}

const cellsOf = (row: Row): readonly string[] => [
  row.what,
  row.ours,
  row.floor,
  row.ratio,
  row.target,
  row.verdict,
]

/** A measurement that could not be taken says so in its place; the others go on. */
export const failedRow = (what: string, error: unknown): Row => ({
  what,
  ours: (error instanceof Error ? error.message : String(error)).replaceAll(/[|\n]/g, ' ').slice(0, 160),
  floor: '',
  ratio: '',
  target: '',
  verdict: 'FAILED',
})

export const ms = (value: number): string => `${value.toFixed(value < 20 ? 2 : 0)} ms`
export const mb = (value: number): string => `${value.toFixed(0)} MB`
export const times = (value: number): string => `${value.toFixed(2)} ×`

/** Ours beside the floor, as a row. */
export const compare = (
  what: string,
  pair: Pair,
  how: { readonly show: (value: number) => string; readonly limit?: number },
): Row => {
  const ratio = pair.ours / pair.floor
  const { limit } = how
  return {
    what,
    ours: how.show(pair.ours),
    floor: how.show(pair.floor),
    ratio: times(ratio),
    target: limit === undefined ? '' : `≤ ${limit} ×`,
    verdict: limit === undefined ? '–' : judge(ratio, limit),
  }
}
