import { plainText } from '../../protocol/message.ts'
import { hookText } from '../../protocol/messages/engine/hooks.ts'
import type { Submission } from '../turn/input-queue.ts'
import type { PromptHooks } from '../turn/run-prompt-hooks.ts'
import type { Hooks } from './part.ts'

export const createPromptHooks = (
  hooks: Pick<Hooks, 'fire' | 'isSet' | 'tell'>,
  to: { title(): string | undefined; setTitle(title: string): Promise<void> },
): PromptHooks => ({
  async submitted(prompt, signal) {
    if ((prompt.isMeta && !prompt.from) || !hooks.isSet('UserPromptSubmit')) return { prompt }
    const title = to.title()
    const verdict = await hooks.fire(
      'UserPromptSubmit',
      { prompt: textOf(prompt), ...(title === undefined ? {} : { session_title: title }) },
      signal,
    )
    if (verdict.stop !== undefined) return { refused: verdict.stop }
    if (verdict.permission === 'deny')
      return { refused: hookText('blocked_prompt', { reason: verdict.reason ?? hookText('no_reason') }) }
    if (verdict.title !== undefined) await to.setTitle(verdict.title)
    if (verdict.suppressPrompt && verdict.context.length > 0)
      return { prompt: { ...prompt, content: verdict.context.join('\n\n') } }
    for (const text of verdict.context) hooks.tell({ kind: 'hook_context', text, event: 'UserPromptSubmit' })
    return { prompt }
  },
  async expanded({ type, name, args, source, prompt }, signal) {
    const verdict = await hooks.fire(
      'UserPromptExpansion',
      {
        expansion_type: type,
        command_name: name,
        command_args: args,
        prompt,
        ...(source === undefined ? {} : { command_source: source }),
      },
      signal,
    )
    const refused = verdict.stop ?? (verdict.permission === 'deny' ? verdict.reason : undefined)
    if (refused !== undefined)
      return { refused: hookText('blocked_command', { command: name, reason: refused }) }
    for (const text of verdict.context)
      hooks.tell({ kind: 'hook_context', text, event: 'UserPromptExpansion' })
    return {}
  },
})

const textOf = ({ content }: Submission): string =>
  typeof content === 'string' ? content : plainText(content)
