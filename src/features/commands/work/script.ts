import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { field, textField } from '../../../lib/values/read-field.ts'
import type { Command, CommandHost } from '../../../protocol/command.ts'
import { type Message, toolUses, type UserMessage } from '../../../protocol/message.ts'
import { workAnswer } from '../../../protocol/messages/commands/work.ts'
import { OpError } from '../../../protocol/op.ts'
import { shown } from '../answer.ts'
import { described } from '../described.ts'

export const scriptCommand: Command = {
  ...described('script'),
  group: 'work',
  headless: true,
  beside: true,
  async run(args, host) {
    const [verb, name, where, ...more] = args.split(/\s+/).filter(word => word !== '')
    const isForAll = where === '--user'
    if (verb !== 'save' || name === undefined || more.length > 0 || (where !== undefined && !isForAll))
      throw new OpError(workAnswer('script_usage'))
    if (!NAME.test(name)) throw new OpError(workAnswer('script_name', { name }))
    const code = lastScript(await host.engine.query('history'))
    if (code === undefined) throw new OpError(workAnswer('script_none'))
    host.ownerOnly()
    const directory = join(isForAll ? homeOf(host) : host.place.resolve('.capstan'), 'skills', name)
    save(directory, { name, code })
    await host.reloadSkills()
    return shown(workAnswer('script_saved', { directory, name }))
  },
}

const NAME = /^[a-z0-9][a-z0-9-]{0,62}$/

const homeOf = ({ place }: CommandHost): string => {
  if (place.configHome === undefined) throw new OpError(workAnswer('script_nowhere'))
  return place.configHome
}

/** A skill that runs it, which people call by its name, too. */
const save = (directory: string, { name, code }: { readonly name: string; readonly code: string }): void => {
  try {
    mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, 'SKILL.md'), skillOf(name, code), { flag: 'wx' })
    writeFileSync(join(directory, fileOf(name)), `${code.trim()}\n`, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new OpError(workAnswer('script_exists', { directory }))
  }
}

const fileOf = (name: string): string => `${name}.capstan.js`

const skillOf = (name: string, code: string): string => `---
description: ${JSON.stringify(aboutOf(code) ?? `Runs the saved script ${name}`)}
argument-hint: "[args]"
---
Call the tool Script once, with {"file": "\${SKILL_DIR}/${fileOf(name)}", "args": […]}, and tell what it gave. The args, as a JSON list of texts, are: $ARGUMENTS
`

/** What its first comment says. */
const aboutOf = (code: string): string | undefined =>
  /^\s*\/\/\s*(\S.*)$/m.exec(code.trimStart().split('\n', 1)[0] ?? '')?.[1]?.slice(0, 200)

/** The newest that ran to its end. */
const lastScript = (history: readonly Message[]): string | undefined => {
  const codes = new Map<string, string>()
  let last: string | undefined
  for (const message of history) {
    if (message.type === 'assistant')
      for (const { id, input } of toolUses(message.message.content)) {
        const code = textField(input, 'code')
        if (code !== undefined) codes.set(id, code)
      }
    if (message.type === 'user' && isEndedScript(message.toolUseResult))
      last =
        answeredIn(message)
          .map(id => codes.get(id))
          .find(code => code !== undefined) ?? last
  }
  return last
}

/** Nothing else lists the calls that it made. */
const isEndedScript = (output: unknown): boolean =>
  field(output, 'tree') !== undefined && field(output, 'failed') === false

const answeredIn = ({ message: { content } }: UserMessage): readonly string[] =>
  typeof content === 'string'
    ? []
    : content.flatMap(block => (block.type === 'tool_result' ? [block.tool_use_id] : []))
