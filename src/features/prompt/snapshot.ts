import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { SystemPart } from '../../protocol/model.ts'
import type { PromptSnapshot } from '../../protocol/session/prompt-snapshot.ts'
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

/** Whether both were made for the same program, model and wishes; else nobody expects the old bytes. */
export const isSameKind = (before: PromptSnapshot, now: PromptSnapshot): boolean =>
  before.version === now.version && before.model === now.model && before.choice === now.choice

/**
 * What the model believes of each section when the prompt of an earlier run is sent again in place of today's, or
 * `undefined` when it may not be. A session file is text that anybody may have written: our own words and what was
 * given explicitly must be as they are today, and what is said about the session as it is today or as its section
 * could have said it at another time.
 */
export const explainSnapshot = (
  before: PromptSnapshot,
  now: PromptSnapshot,
  sections: readonly NamedText[],
): AnnouncedSections | undefined => {
  if (!isSameKind(before, now) || before.system.length !== now.system.length) return undefined
  const stable = sections.filter(one => !one.volatile)
  const about = stable.map(one => one.text).join(BETWEEN)
  let told: AnnouncedSections | undefined = now.sections
  for (const [index, { text, cache }] of before.system.entries()) {
    const today = now.system[index]
    if (cache !== today?.cache) return undefined
    if (text === today?.text) continue
    told = today?.text === about ? readSections(text, stable) : undefined
    if (!told) return undefined
  }
  return told
}

/** Between two sections. */
const BETWEEN = '\n\n'

/** By name, when nothing else is in the text. Today's may be missing in it: they are new. */
const readSections = (text: string, stable: readonly NamedText[]): AnnouncedSections | undefined => {
  let rest = text
  const found = stable.flatMap(one => {
    const said = sectionAt(rest, one)
    if (said === undefined) return []
    rest = rest.slice(said.length + BETWEEN.length)
    return [{ name: one.name, said }]
  })
  return found.map(({ said }) => said).join(BETWEEN) === text
    ? Object.fromEntries(found.map(({ name, said }) => [name, hashOf(said)]))
    : undefined
}

/** A section that can only be what it is today may hold empty lines; others do not. */
const sectionAt = (text: string, one: NamedText): string | undefined => {
  if (text === one.text || text.startsWith(one.text + BETWEEN)) return one.text
  const [block = ''] = text.split(BETWEEN, 1)
  return one.couldBe?.(block, one.text) ? block : undefined
}

/**
 * Today's tools in the order of the earlier list, with those of it that this program knows but does not offer now;
 * just today's when a tool is new, is described otherwise, or is none of ours.
 */
export const replayTools = (
  now: readonly ToolSpec[],
  before: readonly ToolSpec[] | undefined,
  known: readonly ToolSpec[],
): readonly ToolSpec[] => {
  const ours = new Map([...known, ...now].map(tool => [tool.name, tool]))
  const names = new Set(before?.map(tool => tool.name))
  if (!before || names.size !== before.length || !now.every(tool => names.has(tool.name))) return now
  const same = before.map(tool => {
    const own = ours.get(tool.name)
    return own && isSameTool(own, tool) ? own : undefined
  })
  return same.every(tool => tool !== undefined) ? same : now
}

const isSameTool = (a: ToolSpec, b: ToolSpec): boolean =>
  a.description === b.description && isDeepStrictEqual(a.input_schema, b.input_schema)

/** What the model believes of each section, by hash; gone ones have an empty one. */
export type AnnouncedSections = Readonly<Record<string, string>>

export interface PromptNews {
  readonly text: string
  readonly sections: AnnouncedSections
}

/** What today's prompt says otherwise than the one that is sent and the news since. */
export const findNews = (
  now: { readonly sections: readonly NamedText[]; readonly toolsGone: readonly string[] },
  told: AnnouncedSections,
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
  const lines = [
    ...changed.map(one => one.asNews?.(one.text) ?? one.text),
    ...gone.map(words.gone),
    ...(isToolNews ? [tools] : []),
  ]
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
