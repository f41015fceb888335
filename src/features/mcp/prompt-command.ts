import type { Command } from '../../protocol/command.ts'
import { serverText } from '../../protocol/messages/engine/servers.ts'
import { describeError } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import { OpError } from '../../protocol/op.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { cleanHead, cleanText } from './clean-text.ts'
import type { ListedPrompt } from './connection/listing.ts'
import { normalName } from './names.ts'
import type { PooledServer } from './pool/pooled-server.ts'

const says = modelTexts('server_prompts', {
  resource: { en: 'Resource {uri}:\n{text}', zh: '资源 {uri}：\n{text}' },
  assistant: { en: 'Assistant: {text}', zh: '助手：{text}' },
})

const MAX_CHARS = 200_000

/** A prompt of a server as `/mcp__server__prompt`; words behind it are its arguments, in order. */
export const asCommand = (server: PooledServer, prompt: ListedPrompt, language?: PromptLanguage): Command => {
  const { name } = server.wanted
  return {
    name: promptName(server, prompt),
    // Cleaned when somebody looks: before the first request nobody does.
    get description() {
      return cleanHead(`${prompt.description ?? prompt.name} (MCP ${name})`.replace(/\s+/g, ' '), 300)
    },
    group: 'work',
    headless: true,
    ...promptHint(prompt),
    run: async args => ({ kind: 'submit', text: await promptText({ server, prompt, args, language }) }),
  }
}

export const promptName = ({ wanted }: PooledServer, { name }: ListedPrompt): string =>
  `mcp__${normalName(wanted.name)}__${normalName(name)}`

export interface CalledPrompt {
  readonly server: PooledServer
  readonly prompt: ListedPrompt
  readonly args: string
  /** Of the session's prompt. */
  readonly language?: PromptLanguage | undefined
}

/** What the server gives for it. Throws OpError. */
export const promptText = async (
  { server, prompt, args, language }: CalledPrompt,
  signal: AbortSignal = new AbortController().signal,
): Promise<string> => {
  const wanted = prompt.arguments
  const given = argumentsOf(args, wanted)
  const missing = wanted.filter(each => each.required && given[each.name] === undefined)
  if (missing.length > 0)
    throw new OpError(
      serverText('prompt_arguments', { missing: missing.map(each => each.name), order: hintOf(prompt) }),
    )
  return await textOf({ server, prompt: prompt.name, given, language }, signal)
}

const hintOf = ({ arguments: wanted }: ListedPrompt): string =>
  wanted.map(each => (each.required ? `<${each.name}>` : `[${each.name}]`)).join(' ')

/** As a list shows it. */
export const promptHint = (prompt: ListedPrompt): { readonly argumentHint?: string } => {
  const hint = hintOf(prompt)
  if (hint === '') return {}
  return { argumentHint: /^[\w <>[\]-]*$/.test(hint) ? hint : cleanHead(hint, 200) }
}

/** Words, or what stands in quotation marks; the last argument takes the rest. */
const argumentsOf = (text: string, wanted: ListedPrompt['arguments']): Readonly<Record<string, string>> => {
  const words = [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')
  const last = wanted.length - 1
  return Object.fromEntries(
    wanted.flatMap(({ name }, at) => {
      const value = at === last ? words.slice(at).join(' ') : words[at]
      return value === undefined || value === '' ? [] : [[name, value]]
    }),
  )
}

interface Asked {
  readonly server: PooledServer
  readonly prompt: string
  readonly given: Readonly<Record<string, string>>
  readonly language: PromptLanguage | undefined
}

const textOf = async ({ server, prompt, given, language }: Asked, signal: AbortSignal): Promise<string> => {
  try {
    const messages = await server.use(connection =>
      connection.prompt(prompt, given, server.callOptions(signal)),
    )
    const parts = messages.flatMap(({ role, content }) => {
      const text =
        content.type === 'text'
          ? content.text
          : content.type === 'resource' && 'text' in content.resource
            ? says('resource', { uri: content.resource.uri, text: content.resource.text })
            : `(${content.type})`
      const said = role === 'assistant' && messages.length > 1 ? says('assistant', { text }) : text
      return [forModel(said, language)]
    })
    // What stands in it is the server's: no command, no mention and no word of the program is read from it.
    return cleanText(parts.join('\n\n')).slice(0, MAX_CHARS)
  } catch (error) {
    throw new OpError(serverText('no_prompt', { name: server.wanted.name, reason: describeError(error) }))
  }
}
