import { readFileSync } from 'node:fs'
import { errorText } from '../../lib/error-text.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { splitFrontmatter } from '../../lib/frontmatter.ts'
import type { MarkdownHeads } from '../../lib/markdown-heads.ts'
import type { AgentDefinition } from '../../protocol/extensions/agent-definition.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { ExtensionProblem, ExtensionRoot } from '../../protocol/extensions/roots.ts'
import type { FileFault } from '../../protocol/messages/engine/extension-files.ts'
import { type LocalizedText, messageFields } from '../../protocol/messages/localized-text.ts'
import { type AgentFile, findAgentFiles } from './find-agent-files.ts'
import { parseAgent } from './parse-agent.ts'

export interface FoundAgents {
  readonly contributions: readonly Contribution[]
  /** The same as long as no file came, went or changed. */
  readonly signature: string
}

const MAX_BYTES = 1024 * 1024
/** Names of files for people, or for agents that work on the plugin itself. */
const NOTES = /^(?:readme|changelog|license|contributing|claude|agents)$/i

/** The agents of places, in their order, behind those of the command line: `given` is JSON. */
export const readAgents = async (
  places: readonly ExtensionRoot[],
  heads: MarkdownHeads,
  given?: string,
): Promise<FoundAgents> => {
  const seen = new Set<string>()
  const contributions: Contribution[] = given === undefined ? [] : [await givenAgents(given)]
  const stamps: string[] = [given ?? '']
  for (const place of places) {
    const files = findAgentFiles(place).filter(({ path }) => !seen.has(path) && seen.add(path))
    if (files.length === 0) continue
    for (const { path, stamp } of files)
      stamps.push(`${path} ${stamp.mtimeMs} ${stamp.ctimeMs} ${stamp.size}`)
    contributions.push(await readFiles({ place, files }, heads))
  }
  return { contributions, signature: stamps.join('\n') }
}

const readFiles = async (
  { place, files }: { readonly place: ExtensionRoot; readonly files: readonly AgentFile[] },
  heads: MarkdownHeads,
): Promise<Contribution> => {
  const { source } = place
  const agents = new Map<string, AgentDefinition>()
  const problems: ExtensionProblem[] = []
  for (const file of files) {
    const tell = async (faults: readonly FileFault[], used = false): Promise<void> => {
      const name = escapeLine(file.name, 60)
      problems.push(
        ...(await problemsOf({ source, file: file.path, ...(used ? { used } : {}) }, { name, faults })),
      )
    }
    try {
      const { agent, wrong } = await readOne(place, file, heads)
      await tell(wrong, agent !== undefined)
      if (agent && agents.has(agent.name)) await tell([{ row: 'taken', values: { name: agent.name } }])
      else if (agent) agents.set(agent.name, agent)
    } catch (error) {
      await tell([{ row: 'unreadable', values: { why: errorText(error) } }])
    }
  }
  return { source, agents: [...agents.values()], problems }
}

const readOne = async (
  { source }: ExtensionRoot,
  { path, name, stamp }: AgentFile,
  heads: MarkdownHeads,
): Promise<{ readonly agent?: AgentDefinition; readonly wrong: readonly FileFault[] }> => {
  if (stamp.size > MAX_BYTES) return { wrong: [{ row: 'large', values: { kilobytes: MAX_BYTES / 1024 } }] }
  const { fields, guessed, first } = await heads.read(path, stamp, { key: 'fields', make: head => head })
  if (!fields) return { wrong: [{ row: 'not_yaml' }] }
  const plugin = source.level === 'plugin'
  // Notes for people may lie among agents. In plugins others take every other file for an agent.
  if (Object.keys(fields).length === 0 && (!plugin || NOTES.test(name)))
    return { wrong: [{ row: 'no_agent' }] }
  const { body } = splitFrontmatter(readFileSync(path, 'utf8'))
  const { agent, problems } = parseAgent(fields, body, {
    name,
    file: path,
    plugin,
    first,
  })
  const remarks = guessed ? [{ row: 'guessed' } as const] : []
  return { ...(agent ? { agent } : {}), wrong: [...remarks, ...problems] }
}

/** The words are loaded by the first file with which something is wrong. */
const problemsOf = async (
  about: Omit<ExtensionProblem, 'message' | 'localized'>,
  { name, faults }: { readonly name: string; readonly faults: readonly FileFault[] },
): Promise<readonly ExtensionProblem[]> => {
  if (faults.length === 0) return []
  const { extensionFileText, faultText } = await import('../../protocol/messages/engine/extension-files.ts')
  return faults.map(fault => ({
    ...about,
    ...messageFields(extensionFileText('agent', { name, message: faultText(fault) })),
  }))
}

/** `{name: {description, prompt, …}}`. */
const givenAgents = async (text: string): Promise<Contribution> => {
  const source = { level: 'flag' } as const
  const { extensionFileText, faultText } = await import('../../protocol/messages/engine/extension-files.ts')
  const tell = (message: LocalizedText): ExtensionProblem => ({
    source,
    ...messageFields(extensionFileText('flag', { message })),
  })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { source, problems: [tell(extensionFileText('no_json', { why: errorText(error) }))] }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { source, problems: [tell(extensionFileText('no_object'))] }
  const agents: AgentDefinition[] = []
  const problems: ExtensionProblem[] = []
  for (const [name, fields] of Object.entries(value)) {
    const prompt: unknown = (fields as Record<string, unknown> | null)?.['prompt']
    if (typeof fields !== 'object' || fields === null || typeof prompt !== 'string') {
      problems.push(tell(extensionFileText('incomplete', { name: escapeLine(name, 60) })))
      continue
    }
    const { agent, problems: wrong } = parseAgent({ ...fields, name }, prompt)
    for (const fault of wrong)
      problems.push(
        tell(extensionFileText('named', { name: escapeLine(name, 60), message: faultText(fault) })),
      )
    if (agent) agents.push(agent)
  }
  return { source, agents, problems }
}
