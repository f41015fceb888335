import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// A process of its own for one line: directory, number of the line, number of further rules. Prints the two times. Its
// code comes out of a cache, as that of the built program does.
const [directory = '.', line = '0', rules = '0'] = process.argv.slice(2)
enableCompileCache(join(directory, 'compile-cache'))
const { LONG_LINES } = await import('./long-lines.ts')
const { createJudge } = await import('./verdict-judge.ts')
const { judge, parse } = await createJudge(directory, Number(rules))
const text = LONG_LINES[Number(line)]
if (text === undefined) throw new Error(`there is no line ${line}`)
process.stdout.write(`${await judge(text)} ${parse(text)}`)
