import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CodeThreads, createCodeReader } from '../../src/features/code-map/create-code-reader.ts'
import { tokensIn } from '../../src/features/code-map/render-map.ts'
import { walkDirectory } from '../../src/features/file-index/walk-directory.ts'

/** One process: the first map of a directory, the same again, and again with a changed file. */
const [directory = '.', tokens = '3000'] = process.argv.slice(2)
const cache = mkdtempSync(join(tmpdir(), 'capstan-bench-cache-'))
const threads = new CodeThreads(cache)
const reader = createCodeReader(threads, {
  list: async root => ({
    lists: [await walkDirectory({ cwd: root, respectIgnored: true, now: () => performance.now() })],
    without: new Set(),
  }),
  roots: () => [directory],
  focus: () => ({ paths: [], words: [] }),
})
const rest = process.memoryUsage.rss()
let most = rest
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss())
}, 20)
const map = async () => {
  const start = performance.now()
  const { text } = await reader.map(
    { directory, words: [], tokens: Number(tokens) },
    { signal: new AbortController().signal, isDenied: () => false },
  )
  return { ms: performance.now() - start, text }
}
const cold = await map()
const again = [await map(), await map(), await map()].map(({ ms }) => ms).sort((a, b) => a - b)
const first = spawnSync('find', [directory, '-name', '*.ts', '-type', 'f'], { maxBuffer: 2 ** 28 })
const file = first.stdout.toString().split('\n')[0] ?? ''
const changes: number[] = []
for (let round = 0; round < 3; round++) {
  appendFileSync(file, `export const added${round} = 1\n`)
  changes.push((await map()).ms)
}
clearInterval(watch)
await threads[Symbol.asyncDispose]()
rmSync(cache, { recursive: true, force: true })
process.stdout.write(
  JSON.stringify({
    cold: cold.ms,
    warm: again[1],
    changed: changes.sort((a, b) => a - b)[1],
    memory: (most - rest) / 1e6,
    tokens: tokensIn(cold.text),
  }),
)
