import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

/** The floor: one process reads every file and finds the words in it; again, it looks whether they are the same. */
const [directory = '.'] = process.argv.slice(2)
const rest = process.memoryUsage.rss()
const find = () =>
  spawnSync(
    'find',
    [directory, '-type', 'f', '(', '-name', '*.ts', '-o', '-name', '*.mjs', '-o', '-name', '*.tsx', ')'],
    {
      maxBuffer: 2 ** 28,
    },
  )
    .stdout.toString()
    .split('\n')
    .filter(Boolean)
const time = (work: () => void): number => {
  const start = performance.now()
  work()
  return performance.now() - start
}
const words = new Set<string>()
const cold = time(() => {
  for (const file of find())
    for (const word of readFileSync(file, 'utf8').match(/\w+/g) ?? []) words.add(word)
})
const warm = time(() => {
  for (const file of find()) statSync(file)
})
process.stdout.write(
  JSON.stringify({
    cold,
    warm,
    changed: warm,
    memory: (process.memoryUsage.rss() - rest) / 1e6,
    tokens: words.size,
  }),
)
