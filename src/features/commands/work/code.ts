import { relative } from 'node:path'
import { escapeLine } from '../../../lib/escape-text.ts'
import type { CodeReport } from '../../../protocol/code/code-report.ts'
import type { Command, CommandHost } from '../../../protocol/command.ts'
import { codeAnswer } from '../../../protocol/messages/commands/code.ts'
import { lines } from '../../../protocol/messages/layout.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { OpError } from '../../../protocol/op.ts'
import { shown } from '../answer.ts'
import { described } from '../described.ts'

export const codeCommand: Command = {
  ...described('code'),
  group: 'work',
  headless: true,
  beside: true,
  async run(args, { engine, isFirst }) {
    const word = args.trim()
    if (word !== '' && word !== 'problems') throw new OpError(codeAnswer('takes'))
    const [report, { cwd }] = await Promise.all([engine.query('code'), engine.query('state')])
    return shown(word === 'problems' ? sayProblems(report, cwd) : sayServers(newIn(report, isFirst), cwd))
  },
}

/** What to install is said once. */
const newIn = ({ missing, ...report }: CodeReport, isFirst: CommandHost['isFirst']): CodeReport => ({
  ...report,
  missing: missing.filter(({ language, name }) => isFirst(`code ${language} ${name}`)),
})

const sayServers = ({ off, servers, missing, problems }: CodeReport, cwd: string): LocalizedText => {
  if (off) return codeAnswer(off === 'untrusted' ? 'untrusted' : 'off')
  const rows = servers.map(({ name, root, state, why = '' }) => {
    const at = { name: escapeLine(name), root: named(root, cwd) }
    return state === 'failed'
      ? codeAnswer('failed', { ...at, why: escapeLine(why, 300) })
      : codeAnswer(state, at)
  })
  const wanted = missing.map(({ language, name, install }) =>
    install === undefined
      ? codeAnswer('missing_only', { language, name })
      : codeAnswer('missing', { language, name, install }),
  )
  const found = problems.length > 0 ? [codeAnswer('problem_count', { count: problems.length })] : []
  return lines([...(rows.length > 0 ? rows : [codeAnswer('none')]), ...wanted, ...found])
}

const sayProblems = ({ problems }: CodeReport, cwd: string): LocalizedText =>
  problems.length === 0
    ? codeAnswer('no_problems')
    : lines(
        problems.map(
          ({ path, line, severity, source, text }): Text =>
            codeAnswer('problem', {
              path: named(path, cwd),
              line,
              severity: codeAnswer(severity),
              source: escapeLine(source, 60),
              text: escapeLine(text, 300),
            }),
        ),
      )

const named = (path: string, cwd: string): string => {
  const name = relative(cwd, path)
  return escapeLine(name === '' ? '.' : name.startsWith('..') ? path : name, 300)
}
