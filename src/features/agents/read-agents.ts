import { readFileSync } from 'node:fs'
import { errorText } from '../../lib/error-text.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { splitFrontmatter } from '../../lib/frontmatter.ts'
import type { MarkdownHeads } from '../../lib/markdown-heads.ts'
import type { AgentDefinition } from '../../protocol/extensions/agent-definition.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { ExtensionProblem, ExtensionRoot } from '../../protocol/extensions/roots.ts'
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
  const contributions: Contribution[] = given === undefined ? [] : [givenAgents(given)]
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
    const tell = (message: string, used = false): void =>
      void problems.push({
        source,
        file: file.path,
        message: `Agent ${escapeLine(file.name, 60)}: ${message}`,
        ...(used ? { used } : {}),
      })
    try {
      const { agent, wrong } = await readOne(place, file, heads)
      for (const message of wrong) tell(message, agent !== undefined)
      if (agent && agents.has(agent.name))
        tell(`not used, because another file here has the name ${agent.name}.`)
      else if (agent) agents.set(agent.name, agent)
    } catch (error) {
      tell(`cannot be read: ${errorText(error)}`)
    }
  }
  return { source, agents: [...agents.values()], problems }
}

const readOne = async (
  { source }: ExtensionRoot,
  { path, name, stamp }: AgentFile,
  heads: MarkdownHeads,
): Promise<{ readonly agent?: AgentDefinition; readonly wrong: readonly string[] }> => {
  if (stamp.size > MAX_BYTES) return { wrong: [`larger than ${MAX_BYTES / 1024} KB, so it is not loaded.`] }
  const { fields, guessed, first } = await heads.read(path, stamp, { key: 'fields', make: head => head })
  if (!fields)
    return { wrong: ['the part between the --- lines is not valid YAML. Put values with a ":" in quotes.'] }
  const plugin = source.level === 'plugin'
  // Notes for people may lie among agents. In plugins others take every other file for an agent.
  if (Object.keys(fields).length === 0 && (!plugin || NOTES.test(name)))
    return { wrong: ['not an agent: it needs "name" and "description" between --- lines at its beginning.'] }
  const { body } = splitFrontmatter(readFileSync(path, 'utf8'))
  const { agent, problems } = parseAgent(fields, body, {
    name,
    file: path,
    plugin,
    first,
  })
  const remarks = guessed
    ? [
        'the part between the --- lines is not valid YAML and was read line by line. Put values with a ":" in quotes.',
      ]
    : []
  return { ...(agent ? { agent } : {}), wrong: [...remarks, ...problems] }
}

/** `{name: {description, prompt, …}}`. */
const givenAgents = (text: string): Contribution => {
  const source = { level: 'flag' } as const
  const tell = (message: string): ExtensionProblem => ({ source, message: `--agents: ${message}` })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { source, problems: [tell(`not valid JSON: ${errorText(error)}`)] }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { source, problems: [tell('expected an object with the names of agents as keys.')] }
  const agents: AgentDefinition[] = []
  const problems: ExtensionProblem[] = []
  for (const [name, fields] of Object.entries(value)) {
    const prompt: unknown = (fields as Record<string, unknown> | null)?.['prompt']
    if (typeof fields !== 'object' || fields === null || typeof prompt !== 'string') {
      problems.push(tell(`${escapeLine(name, 60)} needs "description" and "prompt".`))
      continue
    }
    const { agent, problems: wrong } = parseAgent({ ...fields, name }, prompt)
    for (const message of wrong) problems.push(tell(`${escapeLine(name, 60)}: ${message}`))
    if (agent) agents.push(agent)
  }
  return { source, agents, problems }
}
