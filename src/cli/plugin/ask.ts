import type { PluginQuestion } from '../../features/plugins/store/store-deps.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import type { Env } from '../../protocol/host.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import { noteText } from '../../protocol/messages/cli/notes.ts'
import type { LocalizedText, Warn } from '../../protocol/messages/localized-text.ts'
import { renderPowers } from './render.ts'

export interface Agreed {
  /** To everything that is shown. */
  readonly yes: boolean
  readonly command: boolean
  readonly bin: boolean
}

/** Asks at the terminal; where there is none, only what the command line said counts. */
export const createAgree =
  ({ yes, command, bin }: Agreed, { warn, env }: { readonly warn: Warn; readonly env: Env }) =>
  async (question: PluginQuestion): Promise<boolean> => {
    warn(sayQuestion(question))
    // To be read; where nobody can say no, the command line has said yes.
    if (question.kind === 'trust' && !process.stdin.isTTY) return true
    if (question.kind === 'command' ? command || yes : question.kind === 'bin' ? bin || yes : yes) return true
    if (!process.stdin.isTTY || !process.stderr.isTTY) {
      warn(noteText(NOT_ASKED[question.kind]))
      return false
    }
    const { askYesNo } = await import('../ask-yes-no.ts')
    return (await askYesNo(answerText('continue_question'), process.stderr, env)) === 'yes'
  }

const NOT_ASKED = {
  command: 'command_unasked',
  bin: 'bin_unasked',
  powers: 'powers_unasked',
  trust: 'trust_unasked',
} as const

const shown = (text: string): string => escapeLine(text, 500)

const sayQuestion = (question: PluginQuestion): LocalizedText => {
  const id = shown(question.id)
  switch (question.kind) {
    case 'command':
      return noteText('fetch_command', { id, command: shown(question.command) })
    case 'bin':
      return noteText('adds_programs', { id, programs: question.programs.map(shown) })
    case 'trust':
      return noteText('administrator_says', { id, message: shown(question.message) })
    case 'powers':
      return noteText('adds_powers', { id, powers: renderPowers(question.added) })
  }
}
