import { basename, join } from 'node:path'
import { importText } from '../../protocol/messages/commands/imports.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { convertServer } from './convert-server.ts'
import type { Verdict, WrittenRule } from './foreign-rules.ts'
import type { ImportItem, ImportSource } from './import-plan.ts'
import {
  directoriesIn,
  type Fields,
  filesBelow,
  isFields,
  readLooseJson,
  readText,
  splitHead,
  textIn,
  withHead,
} from './read-foreign.ts'

/** Gathers what one program has in one place. */
export class Collector {
  readonly items: ImportItem[] = []
  readonly skipped: { from: string; why: Text }[] = []
  readonly place: ImportSource
  readonly #agent: string

  constructor(agent: string, place: ImportSource) {
    this.#agent = agent
    this.place = place
  }

  at(...path: readonly string[]): string {
    return join(this.place.base, ...path)
  }

  skip(from: string, why: Text): void {
    this.skipped.push({ from, why })
  }

  /** What a file of JSON holds; what is damaged is said. */
  json(file: string): Fields {
    const value = readLooseJson(file)
    if (isFields(value)) return value
    const isThere = readText(file) !== undefined && !this.skipped.some(({ from }) => from === file)
    if (isThere) this.skip(file, importText('unreadable', { reason: importText('not_json') }))
    return {}
  }

  /** One of ours, or why there is none. */
  rule(from: string, list: Verdict, written: WrittenRule): void {
    if (written === undefined) return
    if ('why' in written) this.skip(from, written.why)
    else this.items.push({ kind: 'rule', name: written.rule, list, from, to: this.place.settings, notes: [] })
  }

  setting(from: string, path: readonly string[], value: string | object): void {
    const name = path.join('.')
    this.items.push({ kind: 'setting', name, path, value, from, to: this.place.settings, notes: [] })
  }

  /** Hooks whose form, input and answers are the same as ours: `{"PreToolUse": [{"matcher", "hooks": […]}]}`. */
  hooks(from: string, written: unknown): void {
    if (!isFields(written)) return
    for (const [event, entries] of Object.entries(written))
      for (const entry of Array.isArray(entries) ? entries.filter(isFields) : []) {
        const commands = (Array.isArray(entry['hooks']) ? entry['hooks'].filter(isFields) : []).map(
          hook => textIn(hook, 'command') ?? '',
        )
        const command = commands.join('; ')
        if (command === '' || !/^[A-Z][A-Za-z]+$/.test(event)) continue
        if (this.place.hooks)
          this.items.push({
            kind: 'hook',
            name: command,
            event,
            entry,
            from,
            to: this.place.settings,
            notes: [],
          })
        else this.skip(from, importText('hook_consent', { event, command }))
      }
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
      else this.skip(file, importText(off ? 'server_off' : 'no_server', { name }))
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
      const notes = model === undefined ? [] : [importText('model_left_out', { model })]
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
  readonly notes?: readonly Text[]
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
