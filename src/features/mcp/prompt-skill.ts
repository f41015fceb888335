import type { Skill } from '../../protocol/extensions/skill.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { cleanHead } from './clean-text.ts'
import type { ListedPrompt } from './connection/listing.ts'
import type { PooledServer } from './pool/pooled-server.ts'
import { promptHint, promptName, promptText } from './prompt-command.ts'

const MAX_DESCRIPTION = 300
const WAIT_MS = 60_000
/** More than anybody offers by hand; what comes behind them can still be called by the person. */
const MAX_SKILLS = 50
/** Of a name: as long as that of a skill from a file. */
const MAX_NAME = 120

/** Those of a server that the model may hear of. */
export const serverSkills = (
  server: PooledServer,
  prompts: readonly ListedPrompt[],
  language?: PromptLanguage,
): readonly Skill[] =>
  prompts
    .filter(prompt => promptName(server, prompt).length <= MAX_NAME)
    .slice(0, MAX_SKILLS)
    .map(prompt => asSkill(server, prompt, language))

/**
 * A prompt of a server as a skill. It has a name, a description and a text, all of them foreign, and nothing by which a
 * skill of files brings commands, rules, hooks or a model.
 */
const asSkill = (server: PooledServer, prompt: ListedPrompt, language: PromptLanguage | undefined): Skill => {
  const render = (args: string, signal: AbortSignal): Promise<string> =>
    promptText({ server, prompt, args, language }, AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]))
  return {
    name: promptName(server, prompt),
    kind: 'command',
    description: cleanHead((prompt.description ?? prompt.name).replace(/\s+/g, ' '), MAX_DESCRIPTION),
    ...promptHint(prompt),
    context: 'inline',
    byPerson: true,
    byModel: prompt.personOnly !== true,
    render,
    body: () => render('', new AbortController().signal),
  }
}
