// Plants facts in a long scripted session, lets it be compacted twice with a bad summary, and shows what the model
// still knows afterwards. Ends with 1 when the bar is missed.
import { evaluateCompaction } from './evaluate.ts'
import { judgeEvaluation } from './report.ts'

const { passed, text } = judgeEvaluation(await evaluateCompaction())
process.stdout.write(`${text}\n`)
process.exitCode = passed ? 0 : 1
