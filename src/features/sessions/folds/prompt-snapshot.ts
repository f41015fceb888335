const isText = (value: unknown): value is string => typeof value === 'string'
const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPart = (part: unknown): boolean =>
  isFields(part) &&
  isText(part['text']) &&
  (part['cache'] === undefined || part['cache'] === 'global' || part['cache'] === 'org')

const isTool = (tool: unknown): boolean =>
  isFields(tool) && isText(tool['name']) && isText(tool['description']) && isFields(tool['input_schema'])

/** Whole or not at all: half a prompt would be sent as it is. */
export const isPromptSnapshot = (value: Readonly<Record<string, unknown>>): boolean =>
  [value['hash'], value['version'], value['model'], value['choice']].every(isText) &&
  Array.isArray(value['system']) &&
  value['system'].every(isPart) &&
  Array.isArray(value['tools']) &&
  value['tools'].every(isTool) &&
  isFields(value['sections']) &&
  Object.values(value['sections']).every(isText)
