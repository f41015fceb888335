import { parseDocument } from 'yaml'
import { REPEATED_KEY, repeatedKeyAt } from './repeated-key.ts'
import { isDeepYaml } from './yaml-depth.ts'

/**
 * In a module of its own, so that the parser loads with the first YAML file. Throws also for what is nested too deep, and
 * for keys that are lists or maps: their names would be made of all that is in them. Warnings stay unsaid: they would
 * quote the text on the terminal.
 */
export const parseYaml = (text: string): unknown => {
  if (isDeepYaml(text)) throw new Error('it is nested too deep')
  const document = parseDocument(text, { stringKeys: true, uniqueKeys: false, logLevel: 'error' })
  const [problem] = document.errors
  if (problem) throw problem
  if (repeatedKeyAt(document) !== undefined) throw new Error(REPEATED_KEY)
  return document.toJS()
}
