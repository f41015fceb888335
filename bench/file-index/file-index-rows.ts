import { createMatcher } from '../../src/features/file-index/create-matcher.ts'
import { packPaths } from '../../src/features/file-index/path-pack.ts'
import { clock } from '../clock.ts'
import { median } from '../statistics.ts'
import { judge, type Row } from '../table.ts'
import { madePaths } from './made-paths.ts'

/** Typed letter by letter. */
const TYPED = [
  'editorState',
  'src/cli/main',
  'handlerauth',
  'tokstr',
  'usrmdl',
  'a.ts',
  'payment',
  'readme',
  'zzz',
  'sessmsg',
]
const SHOWN = 15
const ROUNDS = 5

/** A key in the list of files, beside looking for the same letters in the same paths as strings. */
export const fileIndexRows = async (): Promise<readonly Row[]> => [
  ...(await measure(100_000, 10)),
  ...(await measure(1_000_000, undefined)),
]

const measure = async (count: number, limit: number | undefined): Promise<readonly Row[]> => {
  const paths = madePaths(count)
  const list = Buffer.from(paths.join('\0'))
  const start = clock()
  const pack = await packPaths([list])
  const packed = clock() - start
  const keys: number[] = []
  const floor: number[] = []
  for (let round = 0; round <= ROUNDS; round++)
    for (const query of TYPED) {
      const matcher = createMatcher(pack)
      for (let length = 1; length <= query.length; length++) {
        const typed = query.slice(0, length)
        const ours = time(() => {
          const search = matcher.search(typed, SHOWN)
          search.run(() => true)
          search.matches()
        })
        // The first round is for the compiler.
        if (round > 0) keys.push(ours)
      }
      if (round > 0) floor.push(time(() => paths.filter(path => path.includes(query)).length))
    }
  const name = `file index, ${count.toLocaleString('en')} paths`
  const row = (what: string, value: number, most: number | undefined): Row => ({
    what: `${name}: ${what}`,
    ours: `${value.toFixed(1)} ms`,
    floor: `${median(floor).toFixed(1)} ms`,
    ratio: `${(value / median(floor)).toFixed(2)} ×`,
    target: most === undefined ? '' : `≤ ${most} ms`,
    verdict: most === undefined ? '–' : judge(value, most),
  })
  return [
    row('a key, median', median(keys), limit),
    row('a key, 95th percentile', percentile(keys, 0.95), limit),
    { ...row('made in slices', packed, undefined), floor: '', ratio: '' },
  ]
}

const time = (work: () => void): number => {
  const start = clock()
  work()
  return clock() - start
}

const percentile = (values: readonly number[], part: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
