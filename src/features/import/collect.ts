import { basename, join } from 'node:path'
import { convertServer } from './convert-server.ts'
import type { ImportItem, ImportSource } from './import-plan.ts'
import {
  directoriesIn,
  type Fields,
  filesBelow,
  isFields,
  readText,
  splitHead,
  textIn,
  withHead,
} from './read-foreign.ts'

/** Gathers what one program has in one place. */
export class Collector {
  readonly items: ImportItem[] = []
  readonly skipped: { from: string; why: string }[] = []
  readonly place: ImportSource
  readonly #agent: string

  constructor(agent: string, place: ImportSource) {
    this.#agent = agent
    this.place = place
  }

  at(...path: readonly string[]): string {
    return join(this.place.base, ...path)
  }

  skip(from: string, why: string): void {
    this.skipped.push({ from, why })
  }

  /** A file that tells the model how to work, as a rule of ours; with globs only where they match. */
  instructions(file: string, name = this.#agent, how: { readonly paths?: readonly string[] } = {}): void {
    const text = readText(file)
    if (text === undefined || text.trim() === '') return
    const { head, body } = splitHead(text)
    const globs = how.paths ?? globsIn(head)
    this.items.push({
      kind: 'instructions',
      name,
      from: file,
      to: join(this.place.target, 'rules', `${slug(name)}.md`),
      content: withHead(globs.length > 0 ? { paths: globs } : {}, body),
      notes: [],
    })
  }

  command(file: string, name: string, { head, body, notes = [] }: WrittenText): void {
    if (body.trim() === '') return
    const to = join(this.place.target, 'commands', `${name.split('/').map(slug).join('/')}.md`)
    this.items.push({ kind: 'command', name, from: file, to, content: withHead(head, body), notes })
  }

  agent(file: string, name: string, { head, body, notes = [] }: WrittenText): void {
    const to = join(this.place.target, 'agents', `${slug(name)}.md`)
    const whole = {
      name: slug(name),
      description: textIn(head, 'description') ?? `Imported from ${this.#agent}`,
      ...head,
    }
    this.items.push({ kind: 'agent', name, from: file, to, content: withHead(whole, body), notes })
  }

  skills(directory: string): void {
    for (const from of directoriesIn(directory)) {
      if (readText(join(from, 'SKILL.md')) === undefined) continue
      const name = basename(from)
      this.items.push({
        kind: 'skill',
        name,
        from,
        to: join(this.place.target, 'skills', slug(name)),
        notes: [],
      })
    }
  }

  servers(file: string, written: unknown): void {
    if (!isFields(written)) return
    for (const [name, server] of Object.entries(written)) {
      const off = isFields(server) && (server['enabled'] === false || server['disabled'] === true)
      const converted = off ? undefined : convertServer(name, server, this.place)
      if (converted)
        this.items.push({
          kind: 'server',
          name: slug(name),
          from: file,
          to: this.place.servers,
          ...converted,
        })
      else
        this.skip(
          file,
          `the MCP server ${name} ${off ? 'is turned off' : 'has neither a command nor an address'}`,
        )
    }
  }

  /** Markdown files that are commands, with what a head may keep. */
  markdownCommands(directory: string, ending = '.md', change: (body: string) => string = body => body): void {
    for (const { file, name } of filesBelow(directory, ending)) {
      const { head, body } = splitHead(readText(file) ?? '')
      this.command(file, name, { head: keptOf(head), body: change(body) })
    }
  }

  markdownAgents(directory: string, ending = '.md'): void {
    for (const { file, name } of filesBelow(directory, ending)) {
      const { head, body } = splitHead(readText(file) ?? '')
      const model = textIn(head, 'model')
      const notes = model === undefined ? [] : [`its model "${model}" is left out: choose one of yours`]
      const description = textIn(head, 'description')
      this.agent(file, textIn(head, 'name') ?? name, {
        head: description === undefined ? {} : { description },
        body,
        notes,
      })
    }
  }
}

interface WrittenText {
  readonly head: Fields
  readonly body: string
  readonly notes?: readonly string[]
}

/** Tools and models have other names elsewhere. */
const keptOf = (head: Fields): Fields => ({
  description: textIn(head, 'description'),
  'argument-hint': textIn(head, 'argument-hint'),
})

/** `globs` and `applyTo` of others, as a list; one for everything is no condition. */
const globsIn = (head: Fields): readonly string[] => {
  const given = head['globs'] ?? head['applyTo'] ?? head['paths']
  const list = typeof given === 'string' ? given.split(',') : Array.isArray(given) ? given.map(String) : []
  const globs = list.map(each => each.trim()).filter(each => each !== '')
  return head['alwaysApply'] === true || globs.some(each => each === '**' || each === '**/*') ? [] : globs
}

/** As a name of a file and of a thing to call. */
const slug = (name: string): string =>
  name
    .trim()
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+|-+$/g, '') || 'imported'
