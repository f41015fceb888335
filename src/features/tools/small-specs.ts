import { isObject } from '../../lib/is-object.ts'
import type { ToolSpec } from '../../protocol/tool.ts'
import {
  type BothLanguages,
  inPromptLanguage,
  type PromptLanguage,
} from '../../protocol/tools/both-languages.ts'

interface ShortForm {
  readonly description: BothLanguages
  /** What of its input is told; the rest is taken all the same. */
  readonly fields: readonly string[]
  /** What it takes at least in this form; absent: what the tool says. */
  readonly required?: readonly string[]
}

/** What a model with a small window is offered: enough to do the work, in as few words as it takes. */
const SHORT: Readonly<Record<string, ShortForm>> = {
  Bash: {
    description: {
      en: 'Runs a bash command in the working directory and returns its output.',
      zh: '在工作目录中运行 bash 命令并返回输出。',
    },
    fields: ['command', 'timeout'],
  },
  Edit: {
    description: {
      en: 'Replaces old_string, which must be in the file exactly once, by new_string. Read the file first. Copy the text without line numbers.',
      zh: '把 old_string 替换为 new_string；old_string 在文件中必须恰好出现一次。先读文件。复制文本时不要带行号。',
    },
    fields: ['file_path', 'old_string', 'new_string', 'replace_all'],
    required: ['file_path', 'old_string', 'new_string'],
  },
  Glob: {
    description: {
      en: 'Finds files by name pattern, such as **/*.ts.',
      zh: '按名称模式查找文件，如 **/*.ts。',
    },
    fields: ['pattern', 'path'],
  },
  Grep: {
    description: { en: 'Searches file contents for a regular expression.', zh: '用正则表达式搜索文件内容。' },
    fields: ['pattern', 'path', 'glob', 'output_mode'],
  },
  Read: {
    description: {
      en: 'Shows a file with line numbers. For long files give offset and limit (lines).',
      zh: '带行号显示文件。长文件请给出 offset 和 limit（行）。',
    },
    fields: ['file_path', 'offset', 'limit'],
  },
  Write: {
    description: { en: 'Writes a whole new file.', zh: '写入一个完整的新文件。' },
    fields: ['file_path', 'content'],
  },
}

/** The tools for a small window, shortened; a tool that was asked for by name stays whole. */
export const smallSpecs = (
  specs: readonly ToolSpec[],
  {
    asked,
    language,
  }: { readonly asked: readonly string[] | undefined; readonly language?: PromptLanguage | undefined },
): readonly ToolSpec[] =>
  specs.flatMap(spec => {
    const short = SHORT[spec.name]
    if (short)
      return [{ ...shorten(spec, short), description: inPromptLanguage(short.description, language) }]
    return asked === undefined ? [] : [spec]
  })

const shorten = (spec: ToolSpec, { fields, required }: ShortForm): ToolSpec => {
  const { deferred: _, ...rest } = spec
  const properties = isObject(spec.input_schema['properties']) ? spec.input_schema['properties'] : {}
  const told = fields.flatMap(name => (name in properties ? [[name, bare(properties[name])] as const] : []))
  const { type, required: least } = spec.input_schema
  const schema = { type, properties: Object.fromEntries(told), required: required ?? least }
  return { ...rest, input_schema: schema }
}

/** Without words and bounds: names and kinds say enough. */
const bare = (field: unknown): unknown => {
  if (!isObject(field)) return field
  return Object.fromEntries(Object.entries(field).filter(([key]) => key === 'type' || key === 'enum'))
}
