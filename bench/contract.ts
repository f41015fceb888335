/**
 * What is published about the resources this program takes. Ratios stand beside the floor of the same run; `shared` is
 * the limit where other programs run on the same machine, as in CI: far enough to be calm, near enough to fail.
 */
export interface ContractRow {
  readonly name: string
  readonly what: string
  readonly unit: '×' | 'MB'
  readonly most: number
  /** Absent: not looked at there. */
  readonly shared?: number
}

export const CONTRACT = [
  {
    name: 'start',
    what: '`capstan --version` beside `sh -c true`',
    unit: '×',
    most: 1.5,
    shared: 4,
  },
  {
    name: 'first request',
    what: 'spawn to first request beside the floor',
    unit: '×',
    most: 1.35,
    shared: 2.5,
  },
  {
    name: 'turn',
    what: 'overhead per turn beside the floor',
    unit: '×',
    most: 3,
    shared: 8,
  },
  {
    name: 'memory',
    what: 'peak memory of a one-shot run beside the floor',
    unit: '×',
    most: 1.7,
    shared: 1.7,
  },
  { name: 'package', what: 'the npm package, unpacked', unit: 'MB', most: 15 },
] as const satisfies readonly ContractRow[]

export type ContractName = (typeof CONTRACT)[number]['name']

export const contractLimit = (name: ContractName): number =>
  CONTRACT.find(row => row.name === name)?.most ?? Number.NaN

export type Figures = Readonly<Partial<Record<string, number>>>

export interface Judged {
  readonly row: ContractRow
  readonly limit: number
  /** Absent: it could not be taken. */
  readonly figure: number | undefined
  readonly kept: boolean
}

/** Every row that counts in this place; what was not measured is broken. */
export const judgeContract = (
  figures: Figures,
  place: 'own' | 'shared',
  rows: readonly ContractRow[] = CONTRACT,
): readonly Judged[] =>
  rows.flatMap(row => {
    const limit = place === 'own' ? row.most : row.shared
    if (limit === undefined) return []
    const figure = figures[row.name]
    return [{ row, limit, figure, kept: figure !== undefined && figure <= limit }]
  })

/** As lines for a person, the broken rows marked. */
export const renderContract = (judged: readonly Judged[]): string =>
  judged
    .map(({ row, limit, figure, kept }) => {
      const shown = figure === undefined ? 'not measured' : `${figure.toFixed(2)} ${row.unit}`
      return `${kept ? 'kept  ' : 'BROKEN'} ${row.name}: ${shown} (at most ${limit} ${row.unit}), ${row.what}\n`
    })
    .join('')
