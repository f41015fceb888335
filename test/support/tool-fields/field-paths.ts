import { isObject } from '../../../src/lib/is-object.ts'
import type { ToolSpec } from '../../../src/protocol/tool.ts'

/** Every field of an input schema, also within lists and objects: `questions[].header`. */
export const fieldPaths = ({ input_schema }: Pick<ToolSpec, 'input_schema'>): readonly string[] => [
  ...new Set(pathsIn(input_schema, '')),
]

const pathsIn = (node: unknown, at: string): readonly string[] => {
  if (!isObject(node)) return []
  const own = Object.entries(isObject(node['properties']) ? node['properties'] : {}).flatMap(
    ([name, child]) => {
      const path = at === '' ? name : `${at}.${name}`
      return [path, ...pathsIn(child, path)]
    },
  )
  const choices = [node['anyOf'], node['oneOf'], node['allOf']].flatMap(list =>
    Array.isArray(list) ? list.flatMap(one => pathsIn(one, at)) : [],
  )
  return [...own, ...choices, ...pathsIn(node['items'], `${at}[]`)]
}
