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
  /** What to do about it when it is broken. */
  readonly mend: string
}

export const CONTRACT = [
  {
    name: 'start',
    what: '`capstan --version` beside `sh -c true`',
    unit: '×',
    most: 1.5,
    shared: 4,
    mend: 'bin/capstan has to answer by itself, without starting a runtime',
  },
  {
    name: 'first request',
    what: 'spawn to first request beside the floor',
    unit: '×',
    most: 1.3,
    shared: 2.5,
    mend: 'npm run bench shows which start grew; look for work that could wait until the request has left',
  },
  {
    name: 'code',
    what: 'code read before the first request',
    unit: 'MB',
    most: 1,
    shared: 1,
    mend: 'something new is imported statically on the way from src/cli/run.ts: import it where it is used',
  },
  {
    name: 'turn',
    what: 'overhead per turn beside the floor',
    unit: '×',
    most: 3,
    shared: 4,
    mend: 'profile a run of many reads; no work of a turn may grow with the history',
  },
  {
    name: 'first gap',
    what: 'first reply that calls something to the next request, beside the floor',
    unit: '×',
    most: 6,
    shared: 8,
    mend: 'test/loaded/first-call.txt names what is loaded then; what only other calls need is loaded by them',
  },
  {
    name: 'shell turn',
    what: 'overhead of a turn that runs a small command, beside the floor',
    unit: '×',
    most: 2.5,
    shared: 4,
    mend: 'profile a run of many commands; strace -f -c shows what each of them asks of the system',
  },
  {
    name: 'key',
    what: 'processor time of a typed character beside the floor of the terminal',
    unit: '×',
    most: 0.7,
    mend: 'what is typed must reach the screen without a round of React: src/frontends/tui/prompt/live-prompt.ts',
  },
  {
    name: 'memory',
    what: 'peak memory of a one-shot run beside the floor',
    unit: '×',
    most: 1.7,
    shared: 1.7,
    mend: 'take a heap snapshot at the end of "capstan -p hi" and look for what one run does not need',
  },
  {
    name: 'package',
    what: 'the npm package, unpacked',
    unit: 'MB',
    most: 15,
    mend: 'npm pack --dry-run lists what is in it; "files" in package.json says what belongs there',
  },
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
      const line = `${kept ? 'kept  ' : 'BROKEN'} ${row.name}: ${shown} (at most ${limit} ${row.unit}), ${row.what}\n`
      return kept ? line : `${line}       ${row.mend}\n`
    })
    .join('')
