import { basename, join } from 'node:path'
import type { ImportSource } from '../import-plan.ts'
import {
  directoriesIn,
  type Fields,
  filesBelow,
  isFields,
  readLooseJson,
  readText,
  splitHead,
} from '../read-foreign.ts'

/** A Markdown file of ours: what stands in its head, and the text. */
export interface OwnText {
  readonly name: string
  readonly head: Fields
  readonly body: string
}

/** What somebody set up here and other programs have a form for. */
export interface OwnConfig {
  readonly instructions: readonly OwnText[]
  readonly servers: readonly { readonly name: string; readonly config: Fields }[]
  readonly commands: readonly OwnText[]
  readonly agents: readonly OwnText[]
  readonly skills: readonly { readonly name: string; readonly from: string }[]
  readonly rules: readonly { readonly list: 'allow' | 'ask' | 'deny'; readonly rule: string }[]
  readonly sandbox: boolean
}

export const readOwnConfig = (place: ImportSource): OwnConfig => {
  const settings = fieldsOf(readLooseJson(place.settings))
  const permissions = fieldsOf(settings['permissions'])
  return {
    instructions: markdownIn(join(place.target, 'rules')),
    servers: Object.entries(fieldsOf(fieldsOf(readLooseJson(place.servers))['mcpServers'])).flatMap(
      ([name, config]) => (isFields(config) ? [{ name, config }] : []),
    ),
    commands: markdownIn(join(place.target, 'commands')),
    agents: markdownIn(join(place.target, 'agents')),
    skills: directoriesIn(join(place.target, 'skills'))
      .filter(from => readText(join(from, 'SKILL.md')) !== undefined)
      .map(from => ({ name: basename(from), from })),
    rules: (['allow', 'ask', 'deny'] as const).flatMap(list =>
      listOf(permissions[list]).map(rule => ({ list, rule })),
    ),
    sandbox: fieldsOf(settings['sandbox'])['enabled'] === true,
  }
}

const markdownIn = (directory: string): readonly OwnText[] =>
  filesBelow(directory, '.md').map(({ file, name }) => ({ name, ...splitHead(readText(file) ?? '') }))

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

const listOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
