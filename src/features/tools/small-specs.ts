import { isObject } from '../../lib/is-object.ts'
import type { ToolSpec } from '../../protocol/tool.ts'

interface ShortForm {
  readonly description: string
  /** What of its input is told; the rest is taken all the same. */
  readonly fields: readonly string[]
  /** What it takes at least in this form; absent: what the tool says. */
  readonly required?: readonly string[]
}

/** What a model with a small window is offered: enough to do the work, in as few words as it takes. */
const SHORT: Readonly<Record<string, ShortForm>> = {
  Bash: {
    description: 'Runs a bash command in the working directory and returns its output.',
    fields: ['command', 'timeout'],
  },
  Edit: {
    description:
      'Replaces old_string, which must be in the file exactly once, by new_string. Read the file first. Copy the text without line numbers.',
    fields: ['file_path', 'old_string', 'new_string', 'replace_all'],
    required: ['file_path', 'old_string', 'new_string'],
  },
  Glob: { description: 'Finds files by name pattern, such as **/*.ts.', fields: ['pattern', 'path'] },
  Grep: {
    description: 'Searches file contents for a regular expression.',
    fields: ['pattern', 'path', 'glob', 'output_mode'],
  },
  Read: {
    description: 'Shows a file with line numbers. For long files give offset and limit (lines).',
    fields: ['file_path', 'offset', 'limit'],
  },
  Write: { description: 'Writes a whole new file.', fields: ['file_path', 'content'] },
}

/** The tools for a small window, shortened; a tool that was asked for by name stays whole. */
export const smallSpecs = (
  specs: readonly ToolSpec[],
  { asked }: { readonly asked: readonly string[] | undefined },
): readonly ToolSpec[] =>
  specs.flatMap(spec => {
    const short = SHORT[spec.name]
    if (short) return [shorten(spec, short)]
    return asked === undefined ? [] : [spec]
  })

const shorten = (spec: ToolSpec, { description, fields, required }: ShortForm): ToolSpec => {
  const { deferred: _, ...rest } = spec
  const properties = isObject(spec.input_schema['properties']) ? spec.input_schema['properties'] : {}
  const told = fields.flatMap(name => (name in properties ? [[name, bare(properties[name])] as const] : []))
  const { type, required: least } = spec.input_schema
  const schema = { type, properties: Object.fromEntries(told), required: required ?? least }
  return { ...rest, description, input_schema: schema }
}

/** Without words and bounds: names and kinds say enough. */
const bare = (field: unknown): unknown => {
  if (!isObject(field)) return field
  return Object.fromEntries(Object.entries(field).filter(([key]) => key === 'type' || key === 'enum'))
}
