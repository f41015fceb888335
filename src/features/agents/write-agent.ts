import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectories } from '../../lib/files/make-directories.ts'

/** What a person says of a new agent. */
export interface NewAgent {
  readonly name: string
  readonly description: string
  readonly prompt: string
  /** Empty: all. */
  readonly tools: readonly string[]
  /** Empty: that of the conversation. */
  readonly model: string
}

/** The file of an agent: what it says of itself between lines of dashes, its instructions below. */
const agentText = ({ name, description, prompt, tools, model }: NewAgent): string =>
  [
    '---',
    `name: ${name}`,
    // As JSON every text is also a value in YAML.
    `description: ${JSON.stringify(description)}`,
    ...(tools.length === 0 ? [] : [`tools: ${JSON.stringify(tools.join(', '))}`]),
    ...(model === '' ? [] : [`model: ${JSON.stringify(model)}`]),
    '---',
    '',
    prompt.trim(),
    '',
  ].join('\n')

/** Writes it into that directory and answers its path. A file of that name is left alone: then it throws, with words. */
export const writeAgent = (directory: string, agent: NewAgent): string => {
  const path = join(directory, `${agent.name}.md`)
  try {
    makeDirectories(directory)
    writeFileSync(path, agentText(agent), { flag: 'wx' })
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    if (code === 'EEXIST') throw new Error(`There is already a file ${path}. Choose another name.`)
    throw new Error(`${path} could not be written: ${code}.`)
  }
}
