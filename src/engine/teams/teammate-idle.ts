import type { TeamMembership } from '../../protocol/agents/team-work.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { textForModel } from '../../protocol/messages/text-for-model.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { Hooks } from '../hooks/part.ts'

const says = modelTexts('teammate_idle', {
  goOn: { en: 'Go on: you are not done yet.', zh: '继续：你还没有完成。' },
})

interface IdleOptions {
  readonly config: { readonly prompt: { readonly promptLanguage?: PromptLanguage } }
  readonly hooks: Pick<Hooks, 'fire' | 'isSet'>
}

/** Why a member that would rest has to go on, by a hook that blocks; undefined: it may rest. */
export const whyGoOn = async (
  { config, hooks }: IdleOptions,
  { team, name }: TeamMembership,
  signal: AbortSignal,
): Promise<string | undefined> => {
  if (!hooks.isSet('TeammateIdle')) return undefined
  const fields = { teammate_name: name, team_name: team }
  const { permission, reason } = await hooks.fire('TeammateIdle', fields, signal)
  if (permission !== 'deny') return undefined
  return await textForModel(reason ?? says('goOn'), config.prompt.promptLanguage)
}
