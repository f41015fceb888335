import { resolve } from 'node:path'
import { contentHash } from '../../features/tools/seen-content.ts'
import { sdkHostText } from '../../protocol/messages/engine/sdk-host.ts'
import { asLocalized } from '../../protocol/messages/layout.ts'
import { describeError } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import { OpError } from '../../protocol/op.ts'
import type { Lookups } from '../../protocol/query.ts'
import { ToolError } from '../../protocol/tool.ts'
import { callFor } from '../../protocol/tools/rule-names.ts'
import type { ThreadParts } from '../thread.ts'

export type DrivenOptions = Pick<ThreadParts, 'config' | 'live' | 'ports' | 'gate'>

/** By the rules for the Read tool; what would have to be asked about is not shown. */
export const readFile = async (
  { live, ports, gate }: DrivenOptions,
  { path: given, maxBytes }: Lookups['file']['about'],
): Promise<Lookups['file']['found']> => {
  const path = resolve(live.cwd, given)
  const call = callFor({ kind: 'read', path })
  const { verdict, because } = await gate.judge(call, gate.policy())
  if (verdict !== 'allow')
    throw new OpError(sdkHostText('not_readable', { path, reason: because.localized ?? because.text }))
  try {
    const facts = ports.files.facts(path)
    if (!facts) throw new OpError(sdkHostText('no_file', { path }))
    const { data, size } = await ports.files.read(facts, { maxBytes, from: 0 })
    return { path, data, size }
  } catch (error) {
    if (error instanceof ToolError) throw new OpError(asLocalized(error.localized))
    throw error
  }
}

const MOST_SEEDED = 10 * 1024 * 1024

/** A file that is another one now has to be read anew: nothing is noted of it. */
export const seedRead = async (
  { live, ports: { files } }: DrivenOptions,
  { path: given, mtimeMs }: { readonly path: string; readonly mtimeMs: number },
): Promise<void> => {
  const path = resolve(live.cwd, given)
  const facts = files.facts(path)
  if (!facts || Math.floor(facts.mtimeMs) > Math.floor(mtimeMs)) return
  const { data, size } = await files.read(facts, { maxBytes: MOST_SEEDED })
  files.markSeen(facts, { mtimeMs: facts.mtimeMs, size, hash: contentHash(data), by: 'read' })
}

const TITLE_TOKENS = 60
const says = modelTexts('title_request', {
  system: {
    en: 'Name a conversation with a coding assistant by what it is about: three to seven words, in the language of the text, no quotation marks, no full stop. Answer with the name alone.',
    zh: '按主题为一场与编程助手的对话命名：三到七个词，使用原文的语言，不加引号和句号。只回答名称。',
  },
  begins: { en: 'It begins with:\n\n{words}', zh: '对话开头：\n\n{words}' },
})
const MOST_DESCRIBED = 4_000
const MOST_TITLE = 100

export const makeTitle = async (
  { ports, config }: DrivenOptions,
  { description }: Lookups['title']['about'],
  signal: AbortSignal,
): Promise<string> => {
  const language = config.prompt.promptLanguage
  const answer = await ports.side
    .ask({
      source: 'title',
      system: forModel(says('system'), language),
      prompt: forModel(says('begins', { words: description.slice(0, MOST_DESCRIBED) }), language),
      maxTokens: TITLE_TOKENS,
      signal,
    })
    .catch((error: unknown) => {
      throw new OpError(sdkHostText('no_title', { reason: describeError(error) }))
    })
  const [line = ''] = answer.trim().split('\n')
  const title = line.replace(/^["'“]+|["'”.]+$/g, '').slice(0, MOST_TITLE)
  if (title === '') throw new OpError(sdkHostText('no_title_said'))
  return title
}
