import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { SystemPart } from '../../protocol/model.ts'
import type { PromptSnapshot } from '../../protocol/prompt-snapshot.ts'
import type { ToolSpec } from '../../protocol/tool.ts'
import type { PromptChoice } from './build.ts'
import type { PromptContent } from './content.ts'
import type { NamedText } from './sections.ts'

const hashOf = (value: unknown): string => hash('sha1', JSON.stringify(value))

export const hashPrompt = (system: readonly SystemPart[], tools: readonly ToolSpec[]): string =>
  hashOf([system, tools])

export const takeSnapshot = (of: {
  readonly version: string
  readonly model: string
  readonly choice: PromptChoice
  readonly system: readonly SystemPart[]
  readonly tools: readonly ToolSpec[]
  readonly sections: readonly NamedText[]
}): PromptSnapshot => ({
  hash: hashPrompt(of.system, of.tools),
  version: of.version,
  model: of.model,
  choice: hashOf(of.choice),
  system: of.system,
  tools: of.tools,
  sections: hashSections(of.sections),
})

/** A volatile section is sent anew with every turn anyway. */
const hashSections = (sections: readonly NamedText[]): Readonly<Record<string, string>> =>
  Object.fromEntries(sections.filter(one => !one.volatile).map(({ name, text }) => [name, hashOf(text)]))

/**
 * Whether the prompt of an earlier run may be sent again in place of today's. What was given explicitly counts at
 * once, another model or program has no use for the old bytes, and our own words must be ours: a session file is text
 * from a file.
 */
export const mayReplay = (before: PromptSnapshot, now: PromptSnapshot): boolean =>
  before.version === now.version &&
  before.model === now.model &&
  before.choice === now.choice &&
  before.system.length === now.system.length &&
  before.system[0]?.text === now.system[0]?.text

/** The earlier list, when all of today's tools are in it as they are today; else today's. */
export const replayTools = (
  now: readonly ToolSpec[],
  before: readonly ToolSpec[] | undefined,
): readonly ToolSpec[] => {
  const byName = new Map(before?.map(tool => [tool.name, tool]))
  return before && now.every(tool => isSameTool(tool, byName.get(tool.name))) ? before : now
}

const isSameTool = (a: ToolSpec, b: ToolSpec | undefined): boolean =>
  b !== undefined && a.description === b.description && isDeepStrictEqual(a.input_schema, b.input_schema)

/** What the model believes of each section, by hash; gone ones have an empty one. */
export type Told = Readonly<Record<string, string>>

export interface PromptNews {
  readonly text: string
  readonly sections: Told
}

/** What today's prompt says otherwise than the one that is sent and the news since. */
export const findNews = (
  now: { readonly sections: readonly NamedText[]; readonly toolsGone: readonly string[] },
  told: Told,
  { changed: words }: PromptContent,
): PromptNews | undefined => {
  const today = hashSections(now.sections)
  const changed = now.sections.filter(one => !one.volatile && today[one.name] !== told[one.name])
  const gone = Object.keys(told).filter(
    name => name !== TOOLS && told[name] !== '' && today[name] === undefined,
  )
  const tools = now.toolsGone.length === 0 ? '' : words.toolsGone(now.toolsGone.join(', '))
  const toolsHash = tools === '' ? '' : hashOf(tools)
  const isToolNews = toolsHash !== (told[TOOLS] ?? '') && tools !== ''
  const lines = [...changed.map(one => one.text), ...gone.map(words.gone), ...(isToolNews ? [tools] : [])]
  if (lines.length === 0) return undefined
  return {
    text: [words.heading, ...lines].join('\n\n'),
    sections: {
      ...Object.fromEntries(changed.map(one => [one.name, today[one.name] ?? ''])),
      ...Object.fromEntries(gone.map(name => [name, ''])),
      ...(isToolNews ? { [TOOLS]: toolsHash } : {}),
    },
  }
}

/** Not a section, but told of like one. */
const TOOLS = 'tools'
