import { LONG_LINES } from './long-lines.ts'
import { createJudge } from './verdict-judge.ts'

// A process of its own for one line: directory, number of the line, number of further rules. Prints the two times.
const [directory = '.', line = '0', rules = '0'] = process.argv.slice(2)
const { judge, parse } = await createJudge(directory, Number(rules))
const text = LONG_LINES[Number(line)]
if (text === undefined) throw new Error(`there is no line ${line}`)
process.stdout.write(`${await judge(text)} ${parse(text)}`)
