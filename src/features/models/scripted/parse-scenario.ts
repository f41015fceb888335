import { errorText } from '../../../lib/error-text.ts'
import type { Scenario } from './scenario.ts'

/** A scenario file that cannot be used; the message names every place and what was expected there. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError'
  readonly kind = 'scenario'
}

/** Reads YAML or JSON text. `origin` is the file's name, for messages. */
export const parseScenario = async (text: string, origin: string): Promise<Scenario> => {
  const value = await parseText(text, origin)
  const { scenarioSchema } = await import('./scenario-schema.ts')
  const result = scenarioSchema.safeParse(value)
  if (result.success) return result.data as Scenario
  const complaints = result.error.issues.map(issue => `  ${pathText(issue.path)}: ${issue.message}`)
  throw new ScenarioError(`The scenario ${origin} cannot be used:\n${complaints.join('\n')}`)
}

const parseText = async (text: string, origin: string): Promise<unknown> => {
  try {
    // JSON is YAML too, but its own parser is faster and loads nothing.
    if (/^\s*\{/.test(text)) return JSON.parse(text)
  } catch {
    // A YAML flow mapping also begins with a brace: the YAML parser has the last word.
  }
  const { parseYaml } = await import('../../../lib/yaml/parse-yaml.ts')
  try {
    return parseYaml(text)
  } catch (error) {
    throw new ScenarioError(`The scenario ${origin} is neither YAML nor JSON: ${errorText(error)}`, {
      cause: error,
    })
  }
}

const pathText = (path: readonly PropertyKey[]): string => {
  const text = path
    .map(part => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
  return text === '' ? 'the whole file' : text
}
