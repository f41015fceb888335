import type { PluginQuestion } from '../../features/plugins/store/store-deps.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { sayProblem } from '../say.ts'
import { renderPowers } from './render.ts'

export interface Agreed {
  /** To everything that is shown. */
  readonly yes: boolean
  readonly command: boolean
  readonly bin: boolean
}

/** Asks at the terminal; where there is none, only what the command line said counts. */
export const createAgree =
  ({ yes, command, bin }: Agreed) =>
  async (question: PluginQuestion): Promise<boolean> => {
    const lines = sayQuestion(question)
    sayProblem(lines.join('\n'))
    if (question.kind === 'command' ? command || yes : question.kind === 'bin' ? bin || yes : yes) return true
    if (!process.stdin.isTTY || !process.stderr.isTTY) {
      sayProblem(NOT_ASKED[question.kind])
      return false
    }
    const { askYesNo } = await import('../ask-yes-no.ts')
    return (await askYesNo('Continue?', process.stderr)) === 'yes'
  }

const NOT_ASKED: Readonly<Record<PluginQuestion['kind'], string>> = {
  command: 'There is no terminal to ask at, so it was not run. --accept-command agrees to it.',
  bin: 'There is no terminal to ask at, so they are not added. --allow-bin agrees to it.',
  powers: 'There is no terminal to ask at, so the old version stays. --yes agrees to it.',
}

const shown = (text: string): string => escapeLine(text, 500)

const sayQuestion = (question: PluginQuestion): readonly string[] => {
  switch (question.kind) {
    case 'command':
      return [
        `The marketplace gets ${shown(question.id)} by running a command on this machine:`,
        `  ${shown(question.command)}`,
      ]
    case 'bin':
      return [
        `${shown(question.id)} adds programs that commands of the model can call by name:`,
        `  ${question.programs.map(shown).join(', ')}`,
      ]
    case 'powers':
      return [`The new version of ${shown(question.id)} adds:`, ...renderPowers(question.added)]
  }
}
