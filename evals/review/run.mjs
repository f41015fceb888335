// Has changes of the corpus reviewed by a model, and says what was found, what was a false alarm, and what it cost:
//   npm run eval:review -- [--count 10] [--seed 1] [--model … and other options of "capstan review"]
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCorpus } from './corpus.ts'
import { chooseSome, reviewOne, scoreText } from './evaluate.ts'

const here = dirname(fileURLToPath(import.meta.url))
const words = process.argv.slice(2)
const take = (name, usual) => {
  const at = words.indexOf(name)
  return at < 0 ? usual : Number(words.splice(at, 2)[1])
}
const [count, seed] = [take('--count', 40), take('--seed', 1)]
const program = [process.execPath, join(here, '../../dist/cli.mjs')]
const flags = words.includes('--budget-usd') ? words : ['--budget-usd', '2', ...words]
const scores = []
for (const change of chooseSome(readCorpus(here), count, seed)) {
  scores.push(await reviewOne(change, program, flags))
  process.stderr.write(`${scores.length}\n`)
}
process.stdout.write(`${scoreText(scores)}\n`)
